import { now } from '../../api/now.ts'
import { me, zone } from '../../base/me.ts'
import { sayDate, sayDayOf, sayTime } from '../../base/time/say.ts'
import { practitioner, practitionersIn } from '../../live/practitioner.ts'
import { words } from '../../words/words.ts'
import { sheet } from './state.ts'

interface Props {
  /** The subject of the sheet, such as the name of a chair. */
  readonly title: string
  readonly date: string
  readonly timezone: string
}

/** The head of a sheet: the day, the title, the practice, the time of printing, and the notes of the day. */
export const Head = ({ title, date, timezone }: Props) => (
  <div class="sheet-head">
    <p class="sheet-day">
      <strong>{sayDate(date)}</strong>
      <span>{[title, ...onlyOf()].join(' · ')}</span>
    </p>
    <p class="sheet-practice">
      <span>{me.value.practice.name}</span>
      <span>
        {words.value.sheet.printed(
          `${sayDayOf(now.value, timezone, 'number')}, ${sayTime(now.value, zone())}`,
        )}
      </span>
    </p>
    {sheet.value !== undefined && sheet.value.notes.length > 0 && (
      <ul class="sheet-notes-of-day">
        {sheet.value.notes.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    )}
  </div>
)

/** The name of the chosen practitioner, as a list of one. An empty list when the sheet is for everybody. */
function onlyOf(): readonly string[] {
  const one = practitioner.value
  const day = sheet.value
  return one === null || day === undefined ? [] : [practitionersIn([day], one).get(one)!]
}
