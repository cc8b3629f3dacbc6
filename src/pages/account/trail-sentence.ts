/** One row of the audit trail as a sentence that a person understands. */
import type { AuditEvent, PatientName } from '../parts/trust.ts'
import { acts, fieldName, pastOf } from './trail-words.ts'

/** Such as "Anna Weber changed the phone number of Zoé Müller." */
export function sentenceOf(event: AuditEvent): string {
  const told = `${whoOf(event)} ${whatOf(event)}`
  const times = event.times > 1 ? ` (${event.times.toLocaleString('en')} times)` : ''
  return `${told}${times}.`
}

function whatOf(event: AuditEvent): string {
  const words = filled(
    acts[`${event.action}:${event.record?.kind}`] ?? acts[event.action] ?? `do “${event.action}”`,
    event,
  )
  const [verb, ...rest] = words.split(' ') as [string, ...string[]]
  if (event.kind === 'refusal') return `tried to ${words} and was refused`
  if (event.kind === 'message') return outcome(event.detail.outcome, words, [pastOf(verb), ...rest].join(' '))
  const past = verb === 'do' ? 'did' : pastOf(verb)
  return [past, ...rest].join(' ') + shown(event)
}

/** What became of a message. */
function outcome(outcome: unknown, words: string, past: string): string {
  if (outcome === 'skipped') return `did not ${words}`
  if (outcome === 'dead') return `could not ${words}`
  if (outcome === 'uncertain') return `${past}, and nobody knows whether it arrived`
  return past
}

/** How many patients a list showed. */
function shown({ kind, action, patientIds: { length }, patient }: AuditEvent): string {
  if (kind !== 'read' || length === 0 || (action === 'listAudit' && patient !== null)) return ''
  return `, with ${length === 1 ? 'one patient' : `${length} patients`}`
}

function filled(words: string, event: AuditEvent): string {
  const { patientId, fields } = event
  return words
    .replace(/\[(.*)\]/, patientId === null ? '' : '$1')
    .replace('{patient}', () => patientOf(event))
    .replace('{fields}', () => (fields.length === 0 ? 'nothing' : `the ${listed(fields.map(fieldName))}`))
}

const gone = 'a patient who is deleted now'

/** The patient as people call them. One who has no name any more is deleted. */
const patientOf = ({ patientId, patient }: AuditEvent): string =>
  patient === null ? (patientId === null ? 'a patient' : gone) : nameOf(patient)

export const nameOf = ({ firstName, lastName }: PatientName): string => `${firstName} ${lastName}`

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(
    words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} more fields`] : words,
  )

/** Who acted. */
function whoOf(event: AuditEvent): string {
  const { kind, name } = event.actor
  if (kind === 'member') return name ?? 'A member'
  if (kind === 'patient') return event.patient === null ? 'A patient' : nameOf(event.patient)
  return others[kind] ?? 'Somebody'
}

const others: Readonly<Record<string, string>> = {
  stranger: 'Somebody unknown',
  service: 'The server',
  operator: 'The person who runs the server',
}
