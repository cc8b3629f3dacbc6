/** The day as a sheet to print, for people who want it on paper beside the chair. */
import { useEffect } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import { Heading } from '../../base/heading.tsx'
import { useKeys } from '../../base/keys.ts'
import { Nowhere } from '../../base/nowhere.tsx'
import { go, route } from '../../base/route.ts'
import { addDays, nearestDate } from '../../base/time/dates.ts'
import { today } from '../../base/time/today.ts'
import { Trouble } from '../../base/trouble.tsx'
import type { Day } from '../../contract/names.ts'
import { practitioner, practitionersIn } from '../../live/practitioner.ts'
import { DayInput } from '../../parts/day-field.tsx'
import { SelectField } from '../../parts/select.tsx'
import { Box } from '../../parts/tick.tsx'
import { words } from '../../words/words.ts'
import { ChairSheet } from './chair-sheet.tsx'
import { type ChairRows, chairRows } from './rows.ts'
import { choosePhones, date, pages, phones, sheet } from './state.ts'
import { WholeSheet } from './whole-sheet.tsx'

const show = (date: string) => go(['day-sheet', date])

export function DaySheet() {
  const day = route.value[1]
  if (day === undefined || nearestDate(day) !== undefined) return <Sheet />
  return <Nowhere />
}

function Sheet() {
  useEffect(() => {
    const stop = sheet.follow()
    return () => {
      stop()
      sheet.clear()
    }
  }, [])
  useKeys(() => {
    const { title, print: says } = words.value.sheet
    return [{ key: 'p', room: title, says, run: () => print() }]
  })
  const day = sheet.value
  const chairs = day ? chairRows(day, practitioner.value) : []
  return (
    <div class="page day-sheet">
      <Choices day={day} chairs={chairs} />
      {day && <Sheets day={day} chairs={chairs} />}
      {sheet.trouble !== undefined && day === undefined && (
        <Trouble error={sheet.trouble} again={() => void sheet.again()} />
      )}
    </div>
  )
}

function Sheets({ day, chairs }: { readonly day: Day; readonly chairs: readonly ChairRows[] }) {
  const { timezone } = day
  if (chairs.length === 0) return <p class="soft">{words.value.sheet.noChairs}</p>
  if (pages.value === 'whole') return <WholeSheet chairs={chairs} date={day.date} timezone={timezone} />
  // A chair without entries gets no page, unless somebody chose this chair.
  const isUsed = ({ rows }: ChairRows) => rows.some(({ kind }) => kind === 'entry')
  const shown = chairs.filter((chair) => (pages.value === 'each' ? isUsed(chair) : chair.key === pages.value))
  return (
    <div class="sheets">
      {(shown.length > 0 ? shown : chairs).map((chair) => (
        <ChairSheet key={chair.key} chair={chair} date={day.date} timezone={timezone} />
      ))}
    </div>
  )
}

interface ChoicesProps {
  readonly day: Day | undefined
  readonly chairs: readonly ChairRows[]
}

function Choices({ day, chairs }: ChoicesProps) {
  const { acts, sheet, board, shell } = words.value
  const members = practitionersIn(day ? [day] : [], practitioner.value)
  return (
    <header class="sheet-choices">
      <Heading>{sheet.title}</Heading>
      <div class="sheet-days">
        <Button icon="left" label={board.previous} onClick={() => show(addDays(date.value, -1))} />
        <DayInput label={shell.day} whole day={date.value} change={(day) => day !== '' && show(day)} />
        <Button icon="right" label={board.next} onClick={() => show(addDays(date.value, 1))} />
        <Button onClick={() => show(today.value)}>{board.today}</Button>
      </div>
      <SelectField
        label={sheet.pages}
        value={pages.value}
        choices={[
          ['each', sheet.each],
          ['whole', sheet.whole],
          ...chairs.map(({ key, name }) => [key, sheet.only(name ?? board.withoutChair)] as const),
        ]}
        choose={(value) => {
          pages.value = value
        }}
      />
      {members.size > 0 && (
        <SelectField
          label={acts.practitioner}
          value={practitioner.value ?? ''}
          choices={[['', board.everybody], ...members]}
          choose={(id) => {
            practitioner.value = id || null
          }}
        />
      )}
      <Box label={sheet.withPhones} checked={phones.value} change={choosePhones} />
      <Button kind="primary" icon="print" class="sheet-print" onClick={() => print()}>
        {sheet.print}
      </Button>
    </header>
  )
}
