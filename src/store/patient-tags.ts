import { and, eq } from 'drizzle-orm'
import { patientTags } from '../../db/schema.ts'
import type { WriteScope } from './scope.ts'
import { param, remove } from './statement.ts'

const ofPatient = eq(patientTags.patientId, param('patientId'))
const ofTag = eq(patientTags.tagId, param('tagId'))

const removeOne = remove(patientTags, and(ofPatient, ofTag)!)
const removeAllOfPatient = remove(patientTags, ofPatient)
const removeAllOfTag = remove(patientTags, ofTag)

/** Adds the tag when the patient does not carry it and removes it when he does (contract §4.1). */
export function toggleTag(tx: WriteScope, patientId: string, tagId: string): void {
  if (tx.run(removeOne, { patientId, tagId }) === 0) tx.insert(patientTags, { patientId, tagId })
}

export const untagPatient = (tx: WriteScope, patientId: string) => tx.run(removeAllOfPatient, { patientId })

export const untagEverywhere = (tx: WriteScope, tagId: string) => tx.run(removeAllOfTag, { tagId })
