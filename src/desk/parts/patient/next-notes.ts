/**
 * The notes to act on next, kept for each patient until one of the patient's notes changes. They are shown when the
 * mouse rests on a card, and the audit trail names each member who reads notes. So looking again causes no request.
 */
import { api, at } from '../../api/api.ts'
import type { Note } from '../../contract/names.ts'
import { whenChanged } from '../../live/changes.ts'

const kept = new Map<string, Promise<readonly Note[]>>()
/** The most patients whose notes are kept: more than a day has. */
const most = 500

whenChanged((changes) => {
  if (changes.length === 0) kept.clear()
  for (const { kind, id, patientId } of changes)
    if (kind === 'note') kept.delete(patientId!)
    else if (kind === 'patient') kept.delete(id)
})

/** @throws Failure. */
export function readNextNotes(patientId: string): Promise<readonly Note[]> {
  const known = kept.get(patientId)
  if (known !== undefined) return known
  if (kept.size >= most) kept.clear()
  const reading = api
    .GET('/api/v1/patients/{patientId}/notes', at({ patientId }))
    .then(({ notes }) => notes.filter(({ isNext }) => isNext))
  kept.set(patientId, reading)
  reading.catch(() => kept.get(patientId) === reading && kept.delete(patientId))
  return reading
}
