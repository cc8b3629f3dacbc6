/** The dialogue that notes a call to the patient of an item: how the call ended, and when to call again. */
import { now } from '../../api/now.ts'
import { zone } from '../../base/me.ts'
import { addDays } from '../../base/time/dates.ts'
import { sayMomentShort } from '../../base/time/moment.ts'
import { dateOf, sayTime } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import { dayBegins } from '../../base/time/wall-time.ts'
import type { InboxItem } from '../../contract/names.ts'
import { Dialog, FormButtons, openDialog } from '../../parts/dialog.tsx'
import { useNew } from '../../parts/draft.ts'
import { FormProblem } from '../../parts/field.tsx'
import { SelectField } from '../../parts/select.tsx'
import { Radios } from '../../parts/tick.tsx'
import { words } from '../../words/words.ts'
import { type CallResult, noteCall } from './acts.ts'
import { sayName } from './say-item.ts'

export const openCall = (item: InboxItem): Promise<void> =>
  openDialog((close) => <CallDialog item={item} close={close} />)

const results: readonly CallResult[] = ['no_answer', 'message_left', 'reached']
const start = { result: 'no_answer' as CallResult, again: '' }

function CallDialog({ item, close }: { readonly item: InboxItem; readonly close: () => void }) {
  const { inbox } = words.value
  const draft = useNew(start, ({ result, again }) => {
    close()
    void noteCall(item, result, again === '' ? null : again)
  })
  const { fields, set } = draft
  return (
    <Dialog
      title={inbox.callTo(sayName(item))}
      size="small"
      close={close}
      onSubmit={draft.save}
      actions={<FormButtons close={close} verb={inbox.noteCall} busy={draft.busy} />}
    >
      <fieldset class="act-choices">
        <legend class="label">{inbox.howEnded}</legend>
        <Radios
          name="result"
          autofocus
          value={fields.result}
          choices={results.map((each) => [each, inbox.results[each]] as const)}
          choose={(result) => set({ result })}
        />
      </fieldset>
      <SelectField
        label={inbox.callAgain}
        value={fields.again}
        choices={[
          ['', inbox.noTime],
          ...laterTimes(now.peek()).map(
            (at) =>
              [at, dateOf(at, zone()) === today.value ? sayTime(at, zone()) : sayMomentShort(at)] as const,
          ),
        ]}
        choose={(again) => set({ again })}
      />
      <FormProblem text={draft.problem} />
    </Dialog>
  )
}

const halfHour = 1_800_000

/** The times for the next call: each half hour of the rest of today, and each hour of tomorrow from 8 to 18. */
function laterTimes(from: number): readonly string[] {
  const first = Math.ceil((from + 60_000) / halfHour) * halfHour
  const night = Date.parse(dayBegins(dateOf(from, zone()), zone(), 1))
  const ofToday = Array.from({ length: 48 }, (_, i) => first + i * halfHour).filter((at) => at < night)
  const tomorrow = Date.parse(dayBegins(addDays(dateOf(from, zone()), 1), zone()))
  const ofTomorrow = Array.from({ length: 11 }, (_, i) => tomorrow + (8 + i) * 2 * halfHour)
  return [...ofToday, ...ofTomorrow].map((at) => new Date(at).toISOString())
}
