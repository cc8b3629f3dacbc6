/** One row of the audit trail as a sentence that a person understands. */
import type { AuditEvent, PatientName } from '../parts/trust.ts'
import { acts, fieldName, pastOf } from './trail-words.ts'

/** What members, chairs and tags are called now, by their ids. */
export type Named = ReadonlyMap<string, string>

/** Such as "Anna Weber changed the phone number of Zoé Müller." */
export function sentenceOf(event: AuditEvent, named: Named): string {
  const told = `${whoOf(event)} ${whatOf(event, named)}`
  const times = event.times > 1 ? ` (${event.times.toLocaleString('en')} times)` : ''
  return `${told}${times}.`
}

function whatOf(event: AuditEvent, named: Named): string {
  const { action, kind, record, detail } = event
  const act = acts[`${action}:${record?.kind}`] ?? acts[action] ?? withoutWords(action)
  const words = filled(act, event, named)
  if (kind === 'refusal') return `tried to ${words} and was refused`
  const [verb, ...rest] = words.split(' ') as [string, ...string[]]
  const past = [pastOf(verb), ...rest].join(' ')
  if (kind === 'message') return outcome(detail.outcome, words, past)
  return past + shown(event)
}

/** A refused request that no operation took is known by its method and path. */
const withoutWords = (action: string): string =>
  /^[A-Z]+ \//.test(action) ? `use “${action}”` : `do “${action}”`

/** What became of a message. */
function outcome(outcome: unknown, words: string, past: string): string {
  if (outcome === 'skipped') return `did not ${words}`
  if (outcome === 'dead') return `could not ${words}`
  if (outcome === 'uncertain') return `${past}, and nobody knows whether it arrived`
  return past
}

/** How many patients a list showed. A row that shows one alone names the patient as its own. */
const shown = ({ kind, patientIds: { length } }: AuditEvent): string =>
  kind === 'read' && length > 0 ? `, with ${length} patients` : ''

function filled(words: string, event: AuditEvent, named: Named): string {
  const { patientId, record, fields } = event
  return words
    .replace(/\[(.*)\]/, patientId === null ? '' : '$1')
    .replace('{patient}', () => patientOf(event))
    .replace('{member}', () => named.get(record?.id ?? '') ?? 'a member')
    .replace('{fields}', () => (fields.length === 0 ? 'nothing' : `the ${listed(fields.map(fieldName))}`))
}

/** The patient as people call them. Somebody who was erased has no name any more. */
function patientOf({ patientId, patient }: AuditEvent): string {
  if (patient !== null) return nameOf(patient)
  return patientId === null ? 'a patient' : 'a patient of whom nothing is kept'
}

const nameOf = ({ firstName, lastName }: PatientName): string => `${firstName} ${lastName}`

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(
    words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} more fields`] : words,
  )

/** Who acted. */
function whoOf({ actor: { kind, name }, patient }: AuditEvent): string {
  if (kind === 'member') return name ?? 'A member'
  if (kind === 'patient') return patient === null ? 'A patient' : nameOf(patient)
  return others[kind] ?? 'Somebody'
}

const others: Readonly<Record<string, string>> = {
  stranger: 'Somebody unknown',
  service: 'The server',
  operator: 'The person who runs the server',
}
