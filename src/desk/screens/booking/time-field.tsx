import type { Signal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { sayTime } from '../../base/time/say.ts'
import type { Control } from '../../parts/field.tsx'
import { readTime } from './read-time.ts'

interface Props {
  readonly its: Control
  /** `HH:MM`, empty while no time was understood. */
  readonly time: Signal<string>
}

/** A time that is typed as people say it. The browser's own field shows times in the language of the browser instead. */
export function TimeField({ its, time }: Props) {
  const text = useSignal('')
  useEffect(
    () =>
      time.subscribe((value) => {
        if (value !== (readTime(text.value) ?? '')) text.value = shown(value)
      }),
    [],
  )
  return (
    <input
      {...its}
      class="booking-time-field number"
      type="text"
      inputMode="numeric"
      autocomplete="off"
      maxLength={12}
      placeholder={shown('09:30')}
      value={text.value}
      onInput={({ currentTarget }) => {
        text.value = currentTarget.value
        time.value = readTime(currentTarget.value) ?? ''
      }}
      onBlur={() => {
        if (time.value !== '') text.value = shown(time.value)
      }}
    />
  )
}

const shown = (time: string): string => (time === '' ? '' : sayTime(`1970-01-01T${time}:00Z`, 'UTC'))
