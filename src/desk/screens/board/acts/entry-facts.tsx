import { Icon } from '../../../base/icon.tsx'
import { zone } from '../../../base/me.ts'
import { hrefOf } from '../../../base/route.ts'
import { sayDob, sayWhen } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { sayReason } from '../../../parts/say-message.ts'
import { words } from '../../../words/words.ts'
import { kindIn } from '../card-words.ts'

/** Who comes, with a link to the page of the patient. */
export function EntryPerson({ entry }: { readonly entry: DayEntry }) {
  const { acts } = words.value
  const { patient } = entry
  return (
    <div class="entry-person">
      {patient ? (
        <>
          <p>
            {patient.dob && <span>{sayDob(patient.dob)}</span>}
            {patient.phoneMobile && (
              <a href={`tel:${patient.phoneMobile}`}>
                <Icon name="phone" />
                {patient.phoneMobile}
              </a>
            )}
          </p>
          <a href={hrefOf('patients', patient.id)}>{acts.toPatient}</a>
        </>
      ) : (
        <p class="soft">{kindIn(entry)}</p>
      )}
      <ul class="act-badges">
        {entry.firstVisit && <li class="badge info">{acts.firstVisit}</li>}
        {entry.answer && (
          <li class={`badge ${entry.answer === 'confirmed' ? 'good' : 'danger'}`}>
            {acts.answers[entry.answer]}
          </li>
        )}
        {entry.seriesId && (
          <li class="badge">
            <Icon name="repeat" />
            {acts.series}
          </li>
        )}
        {entry.hasNextNote && (
          <li class="badge caution">
            <Icon name="note" />
            {acts.nextNote}
          </li>
        )}
      </ul>
    </div>
  )
}

/** What was sent to the patient about this appointment, or will be. */
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
