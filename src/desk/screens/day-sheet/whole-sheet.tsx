import { sayDob, sayTime } from '../../base/time/say.ts'
import { words } from '../../words/words.ts'
import { Head } from './head.tsx'
import type { ChairRows, SheetRow } from './rows.ts'
import { sayWhat, sayWho, signsOf } from './say-row.ts'
import { phones } from './state.ts'
import { typeOf } from './type-size.ts'

interface Props {
  readonly chairs: readonly ChairRows[]
  readonly date: string
  readonly timezone: string
}

/** The whole practice on one page, with a column for each chair. The more the day has, the smaller is the type. */
export function WholeSheet({ chairs, date, timezone }: Props) {
  const { sheet, board } = words.value
  const lengths = chairs.map(({ rows }) =>
    rows.map((row) => [sayWhole(row, timezone), ...aboutOf(row)].map(({ length }) => length)),
  )
  const { columns, points } = typeOf(lengths)
  return (
    <article
      class="sheet whole"
      aria-label={sheet.whole}
      style={{ '--columns': columns, '--type': `${points}pt` }}
    >
      <Head title={sheet.whole} date={date} timezone={timezone} />
      <div class="whole-chairs">
        {chairs.map(({ key, name, rows }) => (
          <section key={key}>
            <h2>{name ?? board.withoutChair}</h2>
            <ol>
              {rows.map((row) => (
                <Row key={row.kind + row.startAt + row.endAt} row={row} timezone={timezone} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </article>
  )
}

const Row = ({ row, timezone }: { readonly row: SheetRow; readonly timezone: string }) => (
  <li class={row.kind === 'entry' ? row.entry.type : row.kind}>
    <span class="sheet-time">{sayTime(row.startAt, timezone)}</span>
    <span>
      {row.kind === 'entry' ? <strong>{sayWho(row)}</strong> : sayWhole(row, timezone)}
      {aboutOf(row).map((about) => (
        <span key={about} class="about">
          {about}
        </span>
      ))}
    </span>
  </li>
)

/** The name of a row. For a free or closed time, also its end. */
const sayWhole = (row: SheetRow, timezone: string): string =>
  row.kind === 'entry' ? sayWho(row) : words.value.sheet.until(sayWho(row), sayTime(row.endAt, timezone))

function aboutOf(row: SheetRow): string[] {
  if (row.kind !== 'entry') return []
  const { entry } = row
  const { dob = null, phoneMobile = null } = entry.patient ?? {}
  const abouts = [dob && sayDob(dob), sayWhat(entry), ...signsOf(entry), phones.value && phoneMobile]
  return abouts.filter((about): about is string => Boolean(about))
}
