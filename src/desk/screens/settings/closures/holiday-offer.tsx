import { useSignal } from '@preact/signals'
import { now } from '../../../api/now.ts'
import { Button } from '../../../base/button.tsx'
import { Icon } from '../../../base/icon.tsx'
import { isOwner, zone } from '../../../base/me.ts'
import { dateOf, sayDate } from '../../../base/time/say.ts'
import { offerUndo } from '../../../base/toasts.tsx'
import type { Closure } from '../../../contract/names.ts'
import type { components } from '../../../contract/openapi.ts'
import { FormProblem } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { words } from '../../../words/words.ts'
import { addClosure, deleteClosure } from './closure-record.ts'

export type HolidayList = components['schemas']['HolidayList']
type Holiday = HolidayList['holidays'][number]

/**
 * The holidays from today on, each with a tick box. Only owners can change a box, and only when the practice is still
 * open on that day.
 */
export function HolidayOffer({ found, again }: { found: HolidayList; again: () => Promise<void> }) {
  const { settings } = words.value
  const leftOut = useSignal<ReadonlySet<string>>(new Set())
  const { state, submit } = useForm()
  const today = dateOf(now.value, zone())
  const ahead = found.holidays.filter(({ date }) => date >= today)
  const chosen = ahead.filter(({ date, closed }) => !closed && !leftOut.value.has(date))
  const close = async () => {
    const added: Closure[] = []
    const done = await submit(async () => {
      for (const holiday of chosen) added.push(await closeOn(holiday))
    })
    await again()
    if (added.length > 0) offerUndo(settings.holidaysAdded(added.length), () => undo(added, again))
    if (done) leftOut.value = new Set()
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void close()
      }}
    >
      {ahead.length === 0 && found.country !== null && <p class="soft">{settings.noHolidays}</p>}
      <ul class="holidays">
        {ahead.map(({ date, name, closed }) => (
          <li key={date + name} class="holiday">
            <label class="tick">
              <input
                type="checkbox"
                checked={closed || !leftOut.value.has(date)}
                disabled={closed || !isOwner()}
                onChange={({ currentTarget: { checked } }) => {
                  const next = new Set(leftOut.value)
                  if (checked) next.delete(date)
                  else next.add(date)
                  leftOut.value = next
                }}
              />
              <span class="holiday-date soft">{sayDate(date, 'short')}</span>
              <span>{name}</span>
            </label>
            {closed && (
              <span class="badge good">
                <Icon name="check" />
                {settings.closedAlready}
              </span>
            )}
          </li>
        ))}
      </ul>
      {ahead.length > 0 && ahead.every(({ closed }) => closed) && <p class="soft">{settings.allClosed}</p>}
      <FormProblem text={state.value.problem} />
      {isOwner() && ahead.some(({ closed }) => !closed) && (
        <div class="card-actions">
          <Button type="submit" busy={state.value.busy || chosen.length === 0}>
            {settings.closeOn(chosen.length)}
          </Button>
        </div>
      )}
    </form>
  )
}

const closeOn = ({ date, name }: Holiday): Promise<Closure> =>
  addClosure({ name, fromDate: date, throughDate: date })

async function undo(added: readonly Closure[], again: () => Promise<void>): Promise<void> {
  try {
    for (const closure of added) await deleteClosure(closure)
  } finally {
    await again()
  }
}
