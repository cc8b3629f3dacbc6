import { useId } from 'preact/hooks'
import { words } from '../../../words/words.ts'

/** The colours that are offered. Each colour is visible on a light and on a dark background. */
const palette = {
  teal: '#14b8a6',
  blue: '#0ea5e9',
  indigo: '#6366f1',
  violet: '#a855f7',
  pink: '#ec4899',
  red: '#ef4444',
  orange: '#f97316',
  amber: '#f59e0b',
  green: '#22c55e',
  grey: '#94a3b8',
} as const

interface Props {
  readonly label: string
  readonly color: string | null
  readonly change: (color: string | null) => void
}

/** A colour from the palette, or none. A colour that an API client has set stays among the choices. */
export function ColorChoice({ label, color, change }: Props) {
  const name = useId()
  const { colors } = words.value.settings
  const known = Object.entries(palette).map(
    ([id, value]) => [value, colors[id as keyof typeof palette]] as const,
  )
  const own = color !== null && !known.some(([value]) => value === color) ? [[color, color] as const] : []
  return (
    <fieldset>
      <legend class="label">{label}</legend>
      <div class="color-picks">
        {[[null, colors.none] as const, ...known, ...own].map(([value, says]) => (
          <label key={value ?? ''} class={`color-pick${value === null ? ' none' : ''}`} title={says}>
            <input type="radio" name={name} checked={value === color} onChange={() => change(value)} />
            <span class="paint" style={{ '--swatch': value ?? 'transparent' }} />
            <span class="visually-hidden">{says}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The colour of a record as a dot before its name. */
export const ColorDot = ({ color }: { readonly color: string | null }) => (
  <span
    class={`paint small${color === null ? ' none' : ''}`}
    style={{ '--swatch': color ?? 'transparent' }}
  />
)
