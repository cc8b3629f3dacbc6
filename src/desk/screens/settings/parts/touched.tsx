import { Icon } from '../../../base/icon.tsx'
import type { AppointmentsTouched } from '../../../contract/names.ts'
import { useAnswer } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'

interface Props<T> {
  /** The closure or absence that somebody is about to save. */
  readonly asked: T
  /** Whether `asked` has no mistakes that prevent counting. */
  readonly isRight: (asked: T) => boolean
  readonly count: (asked: T, signal: AbortSignal) => Promise<AppointmentsTouched>
}

const pauseMs = 250

/** Shows before saving how many patients have appointments in that time. */
export function Touched<T>({ asked, isRight, count }: Props<T>) {
  const wish = isRight(asked) ? asked : undefined
  const { value } = useAnswer(wish, pauseMs, count)
  const { touched } = words.value.settings
  const shown = wish === undefined ? undefined : value
  return (
    <p class={`touched${shown?.appointments ? ' some' : ''}`} role="status">
      {shown !== undefined && (
        <>
          <Icon name={shown.appointments > 0 ? 'alert' : 'check'} />
          {shown.appointments > 0 ? touched.some(shown.patients, shown.more) : touched.nobody}
        </>
      )}
    </p>
  )
}
