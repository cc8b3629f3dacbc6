/** The facts about a patient that the team wants to see first. */
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { Icon, type IconName } from '../../../base/icon.tsx'
import { hrefOf } from '../../../base/route.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { resource } from '../../../live/resource.ts'
import { Call } from '../../../parts/call.tsx'
import { Alerts } from '../../../parts/patient/alerts.tsx'
import { type Facts, readFacts, sayVisits } from '../../../parts/patient/facts.ts'
import { sayBorn } from '../../../parts/patient/name.ts'
import { words } from '../../../words/words.ts'
import { kindIn } from '../card-words.ts'

interface Props {
  readonly entry: DayEntry
  /** Is called with the facts as text once they are read, for people who use a screen reader. */
  readonly known?: (text: string) => void
}

/** The patient of an entry: alerts, age, phone, answers, notes for the next visit, and the visits before and after. */
export function EntryPerson({ entry, known }: Props) {
  const facts = useFacts(entry)
  const { patient } = entry
  useEffect(() => {
    if (facts !== undefined) known?.(sayKnown(entry, facts))
  }, [facts])
  if (patient === null) return <p class="soft">{kindIn(entry)}</p>
  return (
    <div class="entry-person">
      <Alerts names={patient.alerts} />
      <p>
        {patient.dob && <span class="number">{sayBorn(patient.dob)}</span>}
        {patient.phoneMobile && (
          <Call phone={patient.phoneMobile}>
            <Icon name="phone" />
          </Call>
        )}
        <a href={hrefOf('patients', patient.id)}>{words.value.acts.toPatient}</a>
      </p>
      <Badges entry={entry} />
      <ul class="entry-knows">
        {onlineOf(entry)?.answers?.map(({ question, answer }) => (
          <Known key={question} icon="question">
            {question} <strong>{answer}</strong>
          </Known>
        ))}
        {facts?.nextNotes.map((note) => (
          <Known key={note.id} icon="note">
            <span class="entry-note">
              {note.title && <strong>{note.title}. </strong>}
              {note.body}
            </span>
          </Known>
        ))}
        {/* The line keeps its room while the appointments are read. */}
        <Known icon="day">{facts === undefined ? '\u00A0' : sayVisits(facts)}</Known>
      </ul>
    </div>
  )
}

/** The details of an online booking in an appointment. Undefined when a member booked the appointment. */
const onlineOf = ({ metadata }: DayEntry) =>
  metadata.online as
    | { readonly answers?: readonly { readonly question: string; readonly answer: string }[] }
    | undefined

/** The facts of a patient, read once for each entry. Undefined until the facts are read, and when reading fails. */
function useFacts({ id, patientId }: DayEntry): Facts | undefined {
  const facts = useMemo(
    () => resource<Facts>({ read: (signal) => readFacts(patientId!, signal, id) }),
    [id, patientId],
  )
  useEffect(() => {
    if (patientId !== null) void facts.again()
    return facts.drop
  }, [facts])
  return facts.value
}

const sayKnown = ({ patient }: DayEntry, facts: Facts): string =>
  [
    patient?.alerts.length && words.value.card.alert(patient.alerts.join(', ')),
    ...facts.nextNotes.map(({ title, body }) => [title, body].filter(Boolean).join('. ')),
    sayVisits(facts),
  ]
    .filter(Boolean)
    .join('. ')

function Badges({ entry }: { readonly entry: DayEntry }) {
  const { acts } = words.value
  const { firstVisit, answer, seriesId } = entry
  const isOnline = onlineOf(entry) !== undefined
  if (!firstVisit && !isOnline && answer === null && seriesId === null) return null
  return (
    <ul class="act-badges">
      {firstVisit && <li class="badge info">{acts.firstVisit}</li>}
      {isOnline && <li class="badge info">{acts.bookedOnline}</li>}
      {answer && (
        <li class={`badge ${answer === 'confirmed' ? 'good' : 'danger'}`}>{acts.answers[answer]}</li>
      )}
      {seriesId && (
        <li class="badge">
          <Icon name="repeat" />
          {acts.series}
        </li>
      )}
    </ul>
  )
}

const Known = ({ icon, children }: { readonly icon: IconName; readonly children: ComponentChildren }) => (
  <li>
    <Icon name={icon} />
    <span>{children}</span>
  </li>
)
