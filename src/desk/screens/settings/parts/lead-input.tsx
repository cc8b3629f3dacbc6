import { useState } from 'preact/hooks'
import { Select } from '../../../parts/select.tsx'
import { words } from '../../../words/words.ts'

/** The units for the time before an appointment, in minutes, largest first. */
const units = { days: 1440, hours: 60, minutes: 1 } as const
type Unit = keyof typeof units

interface Props {
  /** The attributes from `Field`, such as the id. */
  readonly its: { readonly id: string }
  readonly label: string
  /** Null leaves the number empty. */
  readonly minutes: number | null
  readonly change: (minutes: number | null) => void
}

/** A time before an appointment, as a number and its unit. */
export function LeadInput({ its, label, minutes, change }: Props) {
  const [shown, setShown] = useState(() => split(minutes))
  const held = joined(shown)
  // The value changed outside this input: somebody else saved another time, or the form was reset.
  if (held !== minutes) setShown(split(minutes))
  const { amount, unit } = held === minutes ? shown : split(minutes)
  const set = (next: { amount: string; unit: Unit }) => {
    setShown(next)
    change(joined(next))
  }
  return (
    <div class="with-unit">
      <input
        {...its}
        type="number"
        min="0"
        step="1"
        inputMode="numeric"
        value={amount}
        onInput={({ currentTarget: { value } }) => set({ amount: value, unit })}
      />
      <Select
        aria-label={words.value.settings.unitOf(label)}
        value={unit}
        choices={(Object.keys(units) as Unit[]).map(
          (each) => [each, words.value.settings.units[each]] as const,
        )}
        choose={(unit) => set({ amount, unit })}
      />
    </div>
  )
}

function split(minutes: number | null): { amount: string; unit: Unit } {
  if (minutes === null) return { amount: '', unit: 'hours' }
  const unit = (Object.keys(units) as Unit[]).find((each) => minutes > 0 && minutes % units[each] === 0)
  return { amount: String(minutes / units[unit ?? 'hours']), unit: unit ?? 'hours' }
}

const joined = ({ amount, unit }: { amount: string; unit: Unit }): number | null =>
  amount.trim() === '' ? null : Number(amount) * units[unit]
