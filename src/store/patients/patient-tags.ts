import { and, eq, sql } from 'drizzle-orm'
import { patients, patientTags, tags } from '../../../db/schema/patients.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { equals, ownPracticeKey, remove, select, update } from '../engine/statement.ts'

const ofPatient = equals(patientTags.patientId, 'patientId')
const ofTag = equals(patientTags.tagId, 'tagId')

const alerts = select({
  fields: { name: tags.name },
  from: tags,
  where: and(
    eq(tags.alert, true),
    sql`${tags.id} in (select ${patientTags.tagId} from ${patientTags}
      where ${patientTags.practiceKey} = ${ownPracticeKey} and ${ofPatient})`,
  ),
  orderBy: [tags.nameKey, tags.id],
})

const removeOne = remove(patientTags, and(ofPatient, ofTag)!)
const removeAllOfPatient = remove(patientTags, ofPatient)
const removeAllOfTag = remove(patientTags, ofTag)

const renewOne = update(patients, [], equals(patients.id, 'patientId'))
const renewAllOfTag = update(
  patients,
  [],
  sql`${patients.id} in (select ${patientTags.patientId} from ${patientTags}
    where ${patientTags.practiceKey} = ${ownPracticeKey} and ${ofTag})`,
)

/** The names of the patient's tags that are alerts, by name. */
export const listAlerts = (scope: Scope, patientId: string): readonly string[] =>
  scope.all(alerts, { patientId }).map(({ name }) => name)

/** Gives a patient a new version. The tags are part of the patient's record, so a change of the tags needs this. */
export const renewPatient = (tx: WriteScope, patientId: string): void => void tx.run(renewOne, { patientId })

/** Gives every patient who has the tag a new version, because the links of the tag change. */
export const renewPatientsOfTag = (tx: WriteScope, tagId: string): void =>
  void tx.run(renewAllOfTag, { tagId })

/** Removes the tag from the patient if the patient has the tag. Otherwise it adds the tag (RULES §4.1). */
export function toggleTag(tx: WriteScope, patientId: string, tagId: string): void {
  renewPatient(tx, patientId)
  if (tx.run(removeOne, { patientId, tagId }) === 0) tx.insert(patientTags, { patientId, tagId })
}

/** Removes all tags from a patient. */
export const untagPatient = (tx: WriteScope, patientId: string) => tx.run(removeAllOfPatient, { patientId })

/** Removes a tag from every patient, and returns how many had the tag. */
export function untagEverywhere(tx: WriteScope, tagId: string): number {
  renewPatientsOfTag(tx, tagId)
  return tx.run(removeAllOfTag, { tagId })
}
