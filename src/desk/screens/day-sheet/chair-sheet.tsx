import { sayDob, saySpan } from '../../base/time/say.ts'
import { practitioner } from '../../live/practitioner.ts'
import { words } from '../../words/words.ts'
import { Head } from './head.tsx'
import type { ChairRows, SheetRow } from './rows.ts'
import { sayWhat, sayWho, signsOf } from './say-row.ts'
import { phones } from './state.ts'

interface Props {
  readonly chair: ChairRows
  readonly date: string
  readonly timezone: string
}

/** The page of one chair. Rows that do not fit are printed on the next page, below the same column heads. */
export function ChairSheet({ chair, date, timezone }: Props) {
  const { sheet, board } = words.value
  const name = chair.name ?? board.withoutChair
  const columns = phones.value ? 6 : 5
  return (
    <article class="sheet" aria-label={name}>
      <table>
        <colgroup>
          <col class="col-time" />
          <col />
          <col class="col-born" />
          <col class="col-visit" />
          {phones.value && <col class="col-phone" />}
          <col class="col-notes" />
        </colgroup>
        <thead>
          <tr class="sheet-title">
            <td colSpan={columns}>
              <Head title={name} date={date} timezone={timezone} />
            </td>
          </tr>
          <tr>
            <th scope="col">{sheet.time}</th>
            <th scope="col">{sheet.name}</th>
            <th scope="col" class="sheet-born">
              {sheet.born}
            </th>
            <th scope="col">{sheet.visit}</th>
            {phones.value && <th scope="col">{sheet.phone}</th>}
            <th scope="col" class="sheet-notes">
              {sheet.notes}
            </th>
          </tr>
        </thead>
        <tbody>
          {chair.rows.map((row) => (
            <Row key={row.kind + row.startAt + row.endAt} row={row} timezone={timezone} />
          ))}
          {chair.rows.length === 0 && (
            <tr>
              <td colSpan={columns}>{practitioner.value === null ? sheet.nothing : board.empty}</td>
            </tr>
          )}
        </tbody>
      </table>
    </article>
  )
}

function Row({ row, timezone }: { readonly row: SheetRow; readonly timezone: string }) {
  const time = <td class="sheet-time">{saySpan(row.startAt, row.endAt, timezone)}</td>
  if (row.kind !== 'entry')
    return (
      <tr class={row.kind}>
        {time}
        <td colSpan={phones.value ? 5 : 4}>{sayWho(row)}</td>
      </tr>
    )
  const { entry } = row
  const signs = signsOf(entry)
  return (
    <tr class={entry.type}>
      {time}
      <th scope="row">{sayWho(row)}</th>
      <td class="sheet-born number">{entry.patient?.dob && sayDob(entry.patient.dob)}</td>
      <td>
        {sayWhat(entry)}
        {signs.length > 0 && <strong class="sheet-signs">{signs.join(' · ')}</strong>}
      </td>
      {phones.value && <td class="number">{entry.patient?.phoneMobile}</td>}
      <td class="sheet-notes" />
    </tr>
  )
}
