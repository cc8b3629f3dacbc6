import { and, eq, sql } from 'drizzle-orm'
import { patients, patientTags } from '../../db/schema/patients.ts'
import type { WriteScope } from './scope.ts'
import { ownPracticeKey, param, remove, update } from './statement.ts'

const ofPatient = eq(patientTags.patientId, param('patientId', patientTags.patientId))
const ofTag = eq(patientTags.tagId, param('tagId', patientTags.tagId))

const removeOne = remove(patientTags, and(ofPatient, ofTag)!)
const removeAllOfPatient = remove(patientTags, ofPatient)
const removeAllOfTag = remove(patientTags, ofTag)

/** A patient's tags are part of their record, so its version counts them. */
const renewPatient = update(patients, [], eq(patients.id, param('patientId', patients.id)))
const renewPatientsWithTag = update(
  patients,
  [],
  sql`${patients.id} in (select ${patientTags.patientId} from ${patientTags}
    where ${patientTags.practiceKey} = ${ownPracticeKey} and ${ofTag})`,
)

/** Removes the tag from a patient who has it, and adds it to one who does not (RULES §4.1). */
export function toggleTag(tx: WriteScope, patientId: string, tagId: string): void {
  tx.run(renewPatient, { patientId })
  if (tx.run(removeOne, { patientId, tagId }) === 0) tx.insert(patientTags, { patientId, tagId })
}

/** Removes all tags from a patient. */
export const untagPatient = (tx: WriteScope, patientId: string) => tx.run(removeAllOfPatient, { patientId })

/** Removes a tag from every patient, and answers how many had it. */
export function untagEverywhere(tx: WriteScope, tagId: string): number {
  tx.run(renewPatientsWithTag, { tagId })
  return tx.run(removeAllOfTag, { tagId })
}
