import { and, eq } from 'drizzle-orm'
import { patientTags } from '../../db/schema/patients.ts'
import type { WriteScope } from './scope.ts'
import { param, remove } from './statement.ts'

const ofPatient = eq(patientTags.patientId, param('patientId', patientTags.patientId))
const ofTag = eq(patientTags.tagId, param('tagId', patientTags.tagId))

const removeOne = remove(patientTags, and(ofPatient, ofTag)!)
const removeAllOfPatient = remove(patientTags, ofPatient)
const removeAllOfTag = remove(patientTags, ofTag)

/** Removes the tag from a patient who has it, and adds it to one who does not (RULES §4.1). */
export function toggleTag(tx: WriteScope, patientId: string, tagId: string): void {
  if (tx.run(removeOne, { patientId, tagId }) === 0) tx.insert(patientTags, { patientId, tagId })
}

/** Removes all tags from a patient. */
export const untagPatient = (tx: WriteScope, patientId: string) => tx.run(removeAllOfPatient, { patientId })

/** Removes a tag from every patient. */
export const untagEverywhere = (tx: WriteScope, tagId: string) => tx.run(removeAllOfTag, { tagId })
