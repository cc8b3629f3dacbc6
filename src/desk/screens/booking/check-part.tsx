import { Icon } from '../../base/icon.tsx'
import { words } from '../../words/words.ts'
import { refuses } from './check.ts'
import type { BookingDraft } from './draft.ts'
import { sayFinding } from './say.ts'

/** Shows whether the chosen time is free. The part has a fixed height, so that nothing below jumps. */
export function Check({ draft }: { readonly draft: BookingDraft }) {
  const { booking } = words.value
  const findings = draft.findings.value
  // A text that the field of the time already shows is not shown again here.
  const said = draft.errorAt('startAt')
  const isFree = draft.wish.value !== undefined && draft.chair.value !== null && !findings.some(refuses)
  return (
    <div class="booking-check" role="status">
      <ul>
        {isFree && draft.fields.type !== 'reminder' && (
          <li class="good">
            <Icon name="check" />
            {booking.free}
          </li>
        )}
        {findings.map((finding) => {
          const text = sayFinding(finding)
          if (text === said) return null
          return (
            <li key={text} class={refuses(finding) ? 'danger' : 'caution'}>
              <Icon name="alert" />
              {text}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
