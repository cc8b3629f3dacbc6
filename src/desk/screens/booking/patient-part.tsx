/** The part of the booking dialogue for the patient: the search, or the chosen patient. */
import type { ComponentChildren } from 'preact'
import { Button } from '../../base/button.tsx'
import { Icon, type IconName } from '../../base/icon.tsx'
import { sayDob } from '../../base/time/say.ts'
import { Call } from '../../parts/call.tsx'
import { PatientAlerts } from '../../parts/patient/alerts.tsx'
import { type Facts, reachedBy, sayVisits } from '../../parts/patient/facts.ts'
import { PatientSearch } from '../../parts/patient/search.tsx'
import { words } from '../../words/words.ts'
import type { BookingDraft } from './draft.ts'

interface Props {
  readonly draft: BookingDraft
  readonly facts: { readonly value: Facts | undefined }
  /** Opens the form for a new patient. Gets the text that was typed in the search. */
  readonly register: (typed: string) => void
  readonly chosen: () => void
}

export function PatientPart({ draft, facts, register, chosen }: Props) {
  const { booking } = words.value
  if (draft.fields.type === 'unavailable') return null
  if (draft.fields.patient !== null) return <PatientCard draft={draft} facts={facts.value} />
  return (
    <div class="field">
      <span class="label" aria-hidden="true">
        {booking.patient}
      </span>
      <PatientSearch
        autofocus
        choose={(patient) => {
          draft.set({ patient })
          chosen()
        }}
        more={{ says: booking.newPatientNamed, run: register }}
      />
    </div>
  )
}

function PatientCard({ draft, facts }: { readonly draft: BookingDraft; readonly facts: Facts | undefined }) {
  const { booking } = words.value
  const patient = draft.fields.patient!
  const reached = reachedBy(patient)
  const forget = () => draft.set({ patient: null, waiting: null })
  return (
    <section class="booking-card" aria-label={booking.patient}>
      <header>
        <strong>
          {patient.lastName}, {patient.firstName}
        </strong>
        {patient.dob && <span class="soft number">* {sayDob(patient.dob)}</span>}
        <Button kind="quiet" icon="close" label={booking.another} onClick={forget} />
      </header>
      <PatientAlerts patient={patient} />
      <ul class="booking-facts">
        <Fact icon="phone">
          {patient.phoneMobile ? <Call phone={patient.phoneMobile} /> : booking.noPhone}
        </Fact>
        <Fact icon="mail">{booking.reached(reached.email, reached.sms)}</Fact>
        <Fact icon="day">
          {/* The line keeps its room while the appointments are read. */}
          {facts === undefined ? '\u00A0' : sayVisits(facts)}
        </Fact>
        {facts?.nextNotes.map((note) => (
          <Fact key={note.id} icon="star">
            <span class="booking-note">
              {booking.nextNote} {note.title && <strong>{note.title}. </strong>}
              {note.body}
            </span>
          </Fact>
        ))}
      </ul>
    </section>
  )
}

const Fact = ({ icon, children }: { readonly icon: IconName; readonly children: ComponentChildren }) => (
  <li>
    <Icon name={icon} />
    <span>{children}</span>
  </li>
)
