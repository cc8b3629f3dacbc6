import { ask } from '../../../api/api.ts'
import { Button } from '../../../base/button.tsx'
import { hrefOf } from '../../../base/route.ts'
import { say, sayProblem } from '../../../base/toasts.tsx'
import type { components } from '../../../contract/openapi.ts'
import { useForm } from '../../../parts/form.ts'
import { Read, useRead } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { FailedRow } from './failed-row.tsx'

type Desk = components['schemas']['ReminderDesk']
type Item = components['schemas']['DeskItem']
type Kind = components['schemas']['RetryReminders']
type List = Desk['failed']

const readFailed = () => ask((api) => api.GET('/api/v1/reminders/desk'))

/** Messages that did not reach their patients, or perhaps not, and a new try of them. Every member may. */
export function FailedPage() {
  const { settings } = words.value
  const lists = useRead(readFailed, ['appointment', 'patient'])
  return (
    <>
      <div class="page-lead">
        <p class="soft">
          {settings.failedLead} <a href={hrefOf('inbox')}>{settings.whomToCall}</a>
        </p>
      </div>
      <Read from={lists}>
        {({ failed, uncertain }) =>
          failed.items.length + uncertain.items.length === 0 ? (
            <p class="card soft">{settings.noneFailed}</p>
          ) : (
            <>
              <Part
                title={settings.notReached}
                list={failed}
                about={settings.notYet}
                kinds={kindsOf(failed)}
                again={lists.again}
              />
              <Part
                title={settings.perhapsNotReached}
                list={uncertain}
                about={settings.maybeArrived}
                kinds={[{ kind: { state: 'uncertain' }, count: retryableIn(uncertain.items) }]}
                again={lists.again}
              />
            </>
          )
        }
      </Read>
    </>
  )
}

interface Several {
  readonly kind: Kind
  readonly count: number
}

const retryableIn = (items: readonly Item[]) => items.filter(({ retryable }) => retryable).length

/** The kinds of failures that can be tried again together. */
const kindsOf = ({ items }: List): readonly Several[] =>
  [...Map.groupBy(items, ({ reason }) => reason)].flatMap(([reason, alike]) =>
    reason === null
      ? []
      : [{ kind: { reason: reason as NonNullable<Kind['reason']> }, count: retryableIn(alike) }],
  )

interface PartProps {
  readonly title: string
  readonly list: List
  /** What is said of a message that failed without a reason. */
  readonly about: string
  readonly kinds: readonly Several[]
  readonly again: () => Promise<void>
}

function Part({ title, list: { items, more }, about, kinds, again }: PartProps) {
  const { settings } = words.value
  const { state, submit } = useForm()
  if (items.length === 0) return null
  const retryAll = async (kind: Kind) => {
    const done = await submit(async () => {
      const { retried, left, refused } = await ask((api) =>
        api.POST('/api/v1/reminders/retry', { body: kind }),
      )
      say(settings.retried(retried, left, refused.tooLate))
    })
    if (!done) sayProblem(state.value.problem)
    await again()
  }
  return (
    <section class="card stack">
      <h2>
        {title} <span class="soft number">{more ? settings.andMore(items.length) : items.length}</span>
      </h2>
      {kinds
        .filter(({ count }) => count > 1)
        .map(({ kind, count }) => (
          <div key={kind.reason ?? ''}>
            <Button icon="repeat" busy={state.value.busy} onClick={() => void retryAll(kind)}>
              {settings.retryAll(
                count,
                kind.reason === undefined ? undefined : settings.reasons[kind.reason],
              )}
            </Button>
          </div>
        ))}
      <ul class="records inner">
        {items.map((item) => (
          <FailedRow key={item.reminderId} item={item} about={about} again={again} />
        ))}
      </ul>
    </section>
  )
}
