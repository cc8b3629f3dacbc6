/** Notes a call to the patient of an item: how it ended, and when to call again. */
import { now } from '../../api/now.ts'
import { Button } from '../../base/button.tsx'
import { zone } from '../../base/me.ts'
import { addDays } from '../../base/time/dates.ts'
import { sayMomentShort } from '../../base/time/moment.ts'
import { dateOf, sayTime } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import { dayBegins } from '../../base/time/wall-time.ts'
import type { InboxItem } from '../../contract/names.ts'
import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { useNew } from '../../parts/draft.ts'
import { Field, FormProblem } from '../../parts/field.tsx'
import { words } from '../../words/words.ts'
import { type CallResult, noteCall } from './acts.ts'
import { sayName } from './say-item.ts'

export const openCall = (item: InboxItem): Promise<void> =>
  openDialog((close) => <CallDialog item={item} close={close} />)

const results: readonly CallResult[] = ['no_answer', 'message_left', 'reached']
const start = { result: 'no_answer' as CallResult, again: '' }

function CallDialog({ item, close }: { readonly item: InboxItem; readonly close: () => void }) {
  const { inbox, shell } = words.value
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
      actions={
        <>
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" busy={draft.busy}>
            {inbox.noteCall}
          </Button>
        </>
      }
    >
      <fieldset class="act-choices">
        <legend class="label">{inbox.howEnded}</legend>
        {results.map((each) => (
          <label key={each} class="tick">
            <input
              type="radio"
              name="result"
              autofocus={each === fields.result}
              checked={fields.result === each}
              onChange={() => set({ result: each })}
            />
            {inbox.results[each]}
          </label>
        ))}
      </fieldset>
      <Field label={inbox.callAgain}>
        {(its) => (
          <select
            {...its}
            value={fields.again}
            onChange={({ currentTarget: { value } }) => set({ again: value })}
          >
            <option value="">{inbox.noTime}</option>
            {laterTimes(now.peek()).map((at) => (
              <option key={at} value={at}>
                {dateOf(at, zone()) === today.value ? sayTime(at, zone()) : sayMomentShort(at)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FormProblem text={draft.problem} />
    </Dialog>
  )
}

const halfHour = 1_800_000

/** When one may call again: every half hour of the rest of today, and every hour of tomorrow's day. */
function laterTimes(from: number): readonly string[] {
  const first = Math.ceil((from + 60_000) / halfHour) * halfHour
  const night = Date.parse(dayBegins(dateOf(from, zone()), zone(), 1))
  const ofToday = Array.from({ length: 48 }, (_, i) => first + i * halfHour).filter((at) => at < night)
  const tomorrow = Date.parse(dayBegins(addDays(dateOf(from, zone()), 1), zone()))
  const ofTomorrow = Array.from({ length: 11 }, (_, i) => tomorrow + (8 + i) * 2 * halfHour)
  return [...ofToday, ...ofTomorrow].map((at) => new Date(at).toISOString())
}
