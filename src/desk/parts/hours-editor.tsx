import { useId, useRef } from 'preact/hooks'
import { Button } from '../base/button.tsx'
import { controlsIn } from '../base/focus.ts'
import { words } from '../words/words.ts'
import {
  likeTheFirst,
  meantEnd,
  nineToFive,
  type OpenHours,
  shownEnd,
  type Weekday,
  type WorkingHours,
  weekdays,
  withBreak,
} from './hours.ts'
import { Box } from './tick.tsx'
import { TimeInput } from './time-field.tsx'

interface Props {
  readonly label: string
  readonly week: WorkingHours
  readonly change: (week: WorkingHours) => void
  /** The mistake at a path such as `mon.0.end`. */
  readonly errorAt: (path: string) => string | undefined
}

/** Changes the hours of a week: each day is open or closed, and may have a break. */
export function HoursEditor({ label, week, change, errorAt }: Props) {
  const w = words.value.hours
  return (
    <fieldset class="week">
      <legend class="visually-hidden">{label}</legend>
      {weekdays().map((day) => (
        <Day
          key={day}
          day={day}
          hours={week[day]}
          change={(hours) => change({ ...week, [day]: hours })}
          errorAt={errorAt}
        />
      ))}
      <Button kind="quiet" class="small" onClick={() => change(likeTheFirst(week))}>
        {w.copyHours}
      </Button>
    </fieldset>
  )
}

interface DayProps {
  readonly day: Weekday
  readonly hours: OpenHours[]
  readonly change: (hours: OpenHours[]) => void
  readonly errorAt: Props['errorAt']
}

function Day({ day, hours, change, errorAt }: DayProps) {
  const w = words.value.hours
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  /** The hours that a day gets again when it is closed and then opened. */
  const kept = useRef(nineToFive)
  if (hours.length > 0) kept.current = hours
  const name = w.weekdays[day]
  const wrong = hours.flatMap((_, i) =>
    (['start', 'end'] as const).flatMap((edge) => errorAt(`${day}.${i}.${edge}`) ?? []),
  )
  const focus = (nth: number) =>
    requestAnimationFrame(() => controlsIn(row.current!, '.interval input')[nth]?.focus())
  const time = (i: number, edge: 'start' | 'end') => (
    <TimeInput
      its={{
        name: `workingHours.${day}.${i}.${edge}`,
        required: true,
        'aria-label': w.timeOf(name, edge, i),
        'aria-invalid': errorAt(`${day}.${i}.${edge}`) ? 'true' : undefined,
        'aria-describedby': wrong.length > 0 ? `${id}-wrong` : undefined,
      }}
      time={edge === 'end' ? shownEnd(hours[i]!.end) : hours[i]!.start}
      change={(time) =>
        change(hours.with(i, { ...hours[i]!, [edge]: edge === 'end' ? meantEnd(time) : time }))
      }
    />
  )
  return (
    <div class="weekday" ref={row}>
      <Box label={name} checked={hours.length > 0} change={(open) => change(open ? kept.current : [])} />
      <div class="intervals">
        {hours.length === 0 && <span class="soft">{w.closed}</span>}
        {hours.map((_, i) => (
          <span key={i} class="interval">
            {time(i, 'start')}
            <span aria-hidden="true">–</span>
            {time(i, 'end')}
          </span>
        ))}
        {hours.length === 1 && (
          <Button
            kind="quiet"
            class="small"
            aria-label={`${w.addBreak}, ${name}`}
            onClick={() => {
              change(withBreak(hours[0]!))
              focus(2)
            }}
          >
            {w.addBreak}
          </Button>
        )}
        {hours.length > 1 && (
          <Button
            kind="quiet"
            icon="close"
            label={`${w.removeBreak}, ${name}`}
            onClick={() => {
              change([{ start: hours[0]!.start, end: hours.at(-1)!.end }])
              focus(0)
            }}
          />
        )}
      </div>
      {wrong.length > 0 && (
        <p class="error" id={`${id}-wrong`}>
          {wrong[0]}
        </p>
      )}
    </div>
  )
}
