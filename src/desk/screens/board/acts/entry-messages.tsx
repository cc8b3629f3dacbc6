import { Icon } from '../../../base/icon.tsx'
import { zone } from '../../../base/me.ts'
import { sayWhen } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { sayReason } from '../../../parts/say-message.ts'
import { words } from '../../../words/words.ts'

/** The messages about this appointment that were sent to the patient, or will be sent. */
export function Messages({ entry }: { readonly entry: DayEntry }) {
  const { acts, patient } = words.value
  return (
    <section class="act-facts">
      <h3>{acts.messages}</h3>
      <ul>
        {entry.reminders.map(({ channel, kind, state, reason, dueAt, sentAt }) => (
          <li key={channel + kind + dueAt}>
            <Icon name={channel === 'email' ? 'mail' : 'phone'} />
            <span>
              {patient.messageKinds[kind]} {patient.messageChannels[channel]}
            </span>
            <span class={`badge ${toneOf[state] ?? ''}`}>{patient.messageStates[state]}</span>
            <span class="soft">
              {sayWhen(sentAt ?? dueAt, zone())}
              {reason && state !== 'scheduled' && ` · ${sayReason(channel, reason)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const toneOf: Partial<Record<DayEntry['reminders'][number]['state'], string>> = {
  sent: 'good',
  dead: 'danger',
  uncertain: 'caution',
}
