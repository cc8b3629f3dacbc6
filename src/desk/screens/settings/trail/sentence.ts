/** Turns a row of the audit trail into a sentence. */
import { spokenName } from '../../../words/names.ts'
import type { AuditEvent, TrailWords } from '../../../words/trail/words.ts'

/** The current names of members, chairs and tags, by their ids. */
export type Named = ReadonlyMap<string, string>

/** The event as a sentence, such as "Anna Weber changed the phone number of Zoé Müller." */
export const sentenceOf = (event: AuditEvent, named: Named, words: TrailWords): string =>
  words.tell({
    who: whoOf(event, words),
    act: filled(event, named, words),
    fields: event.fields.map(words.field),
    isRefused: event.kind === 'refusal',
    outcome: event.kind === 'message' ? event.detail.outcome : undefined,
    // `patientIds` lists the patients in a list that was shown. A row about one patient has the id in `patientId`.
    patients: event.kind === 'read' ? event.patientIds.length : 0,
    times: event.times,
  })

function filled(event: AuditEvent, named: Named, words: TrailWords): string {
  const { action, patientId, record } = event
  // For a refused request to an unknown path, the action is its method and path.
  const act =
    words.acts[`${action}:${record?.kind}`] ??
    words.acts[action] ??
    words.unknownAct(action, /^[A-Z]+ \//.test(action))
  return act
    .replace(/\[(.*)\]/, patientId === null ? '' : '$1')
    .replace('{patient}', () => patientOf(event, words))
    .replace('{member}', () => named.get(record?.id ?? '') ?? words.aMember)
}

/** The name of the patient. A patient who was erased has no name any more. */
function patientOf({ patientId, patient }: AuditEvent, words: TrailWords): string {
  if (patient !== null) return spokenName(patient)
  return patientId === null ? words.aPatient : words.erasedPatient
}

function whoOf({ actor: { kind, name }, patient }: AuditEvent, { actors }: TrailWords): string {
  if (kind === 'patient' && patient !== null) return spokenName(patient)
  return name ?? actors[kind]
}
