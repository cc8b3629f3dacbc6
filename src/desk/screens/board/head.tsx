import { Button } from '../../base/button.tsx'
import { Heading } from '../../base/heading.tsx'
import { sayDate, sayDates } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import type { Day } from '../../contract/names.ts'
import { practitioner, practitionersIn } from '../../live/practitioner.ts'
import {
  date,
  dates,
  memberWeek,
  readWeek,
  showDay,
  showWeek,
  step,
  week,
  wholeWeek,
} from '../../live/shown-days.ts'
import { named, Options, Select } from '../../parts/select.tsx'
import { words } from '../../words/words.ts'
import { Pinboard } from './acts/pinboard.tsx'
import { Away } from './away.tsx'
import { cancelledParts, cancelledShown, toggleCancelled } from './cancelled.ts'
import { AddDayNote, DayNotes } from './day-notes.tsx'
import { openFind } from './find/open.tsx'
import { MonthButton } from './month-button.tsx'
import { summaryOf } from './summary.ts'
import { canResize, goToToday, resize } from './view.ts'

/** The head of the board: the shown days, the buttons to other days, and the choice of the view. */
export function BoardHead({ shown }: { readonly shown: readonly Day[] | undefined }) {
  const { board } = words.value
  const of = week.value === null ? undefined : readWeek(week.value)
  const isWeek = of !== undefined
  const gone = cancelledParts.value
  return (
    <header class="board-head">
      <div class="board-line">
        <div class="board-title">
          <Heading>{isWeek ? sayDates(dates.value[0]!, dates.value.at(-1)!) : sayDate(date.value)}</Heading>
          <p class="board-summary">
            {(shown && summaryOf(shown, of)) || '\u00A0'}
            <span role="status">{gone && <gone.CancelledCount of={of} />}</span>
          </p>
        </div>
        <div class="board-steps">
          <Button icon="left" label={isWeek ? board.previousWeek : board.previous} onClick={() => step(-1)} />
          <Button onClick={goToToday} aria-current={dates.value.includes(today.value) ? 'date' : undefined}>
            {board.today}
          </Button>
          <Button icon="right" label={isWeek ? board.nextWeek : board.next} onClick={() => step(1)} />
        </div>
      </div>
      <div class="board-ways">
        <div class="board-tools">
          <MonthButton />
          <Button icon="search" label={board.find} onClick={openFind} />
          {shown !== undefined && !isWeek && <AddDayNote day={shown[0]!} />}
        </div>
        <Pinboard />
        <div class="board-view">
          {shown !== undefined && of?.memberId === undefined && <WhoStandsOut shown={shown} />}
          {shown !== undefined && <WhichView shown={shown} />}
          <Button
            icon="ban"
            label={board.showCancelled}
            aria-pressed={cancelledShown.value}
            onClick={toggleCancelled}
          />
          <fieldset class="joined density">
            <legend class="visually-hidden">{board.density}</legend>
            <Button icon="minus" label={board.smaller} disabled={!canResize(-1)} onClick={() => resize(-1)} />
            <Button icon="plus" label={board.larger} disabled={!canResize(1)} onClick={() => resize(1)} />
          </fieldset>
        </div>
      </div>
      {shown !== undefined && (
        <div class="board-said">
          {/* The week of a member shows absences like closures in its columns, so they are left out here. */}
          {of?.memberId === undefined && <Away days={shown} />}
          <DayNotes days={shown} />
        </div>
      )}
    </header>
  )
}

/**
 * The choice of the view: the day of all chairs, or the week of all chairs, of one chair, or of a member who treats.
 */
function WhichView({ shown }: { readonly shown: readonly Day[] }) {
  const { board } = words.value
  const { chairs } = shown[0]!
  const { memberId } = week.value === null ? {} : readWeek(week.value)
  const members = practitionersIn(shown, memberId)
  if (chairs.length === 0) return null
  return (
    <select
      aria-label={board.view}
      value={week.value ?? ''}
      onChange={({ currentTarget: { value } }) => (value === '' ? showDay(date.value) : showWeek(value))}
    >
      <Options
        choices={[
          ['', board.allChairs],
          [wholeWeek, board.wholeWeek],
        ]}
      />
      <optgroup label={board.weekOf}>
        <Options choices={named(chairs)} />
      </optgroup>
      {members.size > 0 && (
        <optgroup label={board.weekOfMember}>
          <Options choices={[...members].map(([id, name]) => [memberWeek(id), name])} />
        </optgroup>
      )}
    </select>
  )
}

/** The choice of a practitioner. The board then shows the entries of other practitioners only as taken time. */
function WhoStandsOut({ shown }: { readonly shown: readonly Day[] }) {
  const one = practitioner.value
  const all = practitionersIn(shown, one)
  if (all.size === 0) return null
  return (
    <Select
      aria-label={words.value.board.practitioner}
      value={one ?? ''}
      choices={[['', words.value.board.everybody], ...all]}
      choose={(value) => {
        practitioner.value = value || null
      }}
    />
  )
}
