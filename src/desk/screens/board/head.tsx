import { Button } from '../../base/button.tsx'
import { sayDate, sayDates } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import type { Day } from '../../contract/names.ts'
import { date, dates, showDay, showWeek, step, weekChair } from '../../live/shown-days.ts'
import { words } from '../../words/words.ts'
import { Pinboard } from './acts/pinboard.tsx'
import { Away } from './away.tsx'
import { AddDayNote, DayNotes } from './day-notes.tsx'
import { openFind } from './find/open.tsx'
import { MonthButton } from './month.tsx'
import { summaryOf } from './summary.ts'
import { canResize, goToToday, practitioner, resize } from './view.ts'

/** The head of the board: which days, how far to others, and how they are shown. */
export function BoardHead({ shown }: { readonly shown: readonly Day[] | undefined }) {
  const { board } = words.value
  const week = weekChair.value !== null
  return (
    <header class="board-head">
      <div class="board-title">
        <h1>{week ? sayDates(dates.value[0]!, dates.value.at(-1)!) : sayDate(date.value)}</h1>
        <p class="board-summary">{(shown && summaryOf(shown, weekChair.value)) || '\u00A0'}</p>
        {shown !== undefined && !week && <Away day={shown[0]!} />}
        {shown !== undefined && !week && <DayNotes day={shown[0]!} />}
      </div>
      <div class="board-steps">
        <Button icon="left" label={week ? board.previousWeek : board.previous} onClick={() => step(-1)} />
        <Button onClick={goToToday} aria-current={dates.value.includes(today.value) ? 'date' : undefined}>
          {board.today}
        </Button>
        <Button icon="right" label={week ? board.nextWeek : board.next} onClick={() => step(1)} />
        <MonthButton />
        <Button icon="search" label={board.find} onClick={openFind} />
        {shown !== undefined && !week && <AddDayNote day={shown[0]!} />}
      </div>
      <Pinboard />
      <div class="board-view">
        {shown !== undefined && <WhoStandsOut shown={shown} />}
        {shown !== undefined && <WhichView day={shown[0]!} />}
        <fieldset class="joined density">
          <legend class="visually-hidden">{board.density}</legend>
          <Button icon="minus" label={board.smaller} disabled={!canResize(-1)} onClick={() => resize(-1)} />
          <Button icon="plus" label={board.larger} disabled={!canResize(1)} onClick={() => resize(1)} />
        </fieldset>
      </div>
    </header>
  )
}

/** The day of all chairs, or the week of one. */
function WhichView({ day }: { readonly day: Day }) {
  const { board } = words.value
  const chairs = day.chairs
  if (chairs.length === 0) return null
  return (
    <select
      aria-label={board.view}
      value={weekChair.value ?? ''}
      onChange={({ currentTarget: { value } }) => (value === '' ? showDay(date.value) : showWeek(value))}
    >
      <option value="">{board.allChairs}</option>
      <optgroup label={board.weekOf}>
        {chairs.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
    </select>
  )
}

/** Lets the entries of one practitioner stand out. The others stay, because their times are taken. */
function WhoStandsOut({ shown }: { readonly shown: readonly Day[] }) {
  const all = new Map(shown.flatMap(({ practitioners }) => practitioners).map(({ id, name }) => [id, name]))
  if (all.size === 0 && practitioner.value === null) return null
  return (
    <select
      aria-label={words.value.board.practitioner}
      value={practitioner.value ?? ''}
      onChange={({ currentTarget: { value } }) => {
        practitioner.value = value || null
      }}
    >
      <option value="">{words.value.board.everybody}</option>
      {[...all].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
