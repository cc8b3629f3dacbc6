/** Removes the tags that a patient got by a merge, when the merge is undone (RULES §25). */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { archiveCodes } from '../../../db/codes.ts'
import { archive, archiveRows } from '../../../db/schema/archive.ts'
import { merges } from '../../../db/schema/merges.ts'
import { patients, patientTags } from '../../../db/schema/patients.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { equals, ownPracticeKey, param, remove, select } from '../engine/statement.ts'
import { idsIn } from '../patients/person-sql.ts'
import { findMergeOf } from './merged.ts'
import { linksOfDeletedTags, type MovedSource } from './moved-rows.ts'

const patient = param('patientId', patients.id)
const ofItem = equals(archiveRows.archiveId, 'archiveId')
const inTags = (id: SQL) => sql`${id} in (select value from json_each(${param('tags', patients.lastName)}))`
const movedTag = sql<string>`${archiveRows.row} ->> '$.id'`
const linkedTag = sql<string>`${archiveRows.row} ->> '$.tag_id'`
const isMoved = sql`${ofItem} and ${archiveRows.source} in ('moved_tags', 'moved_deleted_tags')`
const isLink = sql`${ofItem} and ${archiveRows.source} = 'patient_tags'`
const isDeleted = linksOfDeletedTags(patient)

const moved = select({ fields: { tag: movedTag }, from: archiveRows, where: isMoved })
const links = select({ fields: { tag: linkedTag }, from: archiveRows, where: isLink })
const deletedLinks = select({ fields: { tag: linkedTag }, from: archiveRows, where: isDeleted })
const next = select({
  fields: { position: sql<number>`max(${archiveRows.position}) + 1` },
  from: archiveRows,
  where: ofItem,
})
const mergedInto = select({
  fields: { archiveId: archive.id, patientId: archive.recordId },
  from: archive,
  where: sql`${archive.recordId} in (select ${merges.patientId} from ${merges}
      where ${merges.practiceKey} = ${ownPracticeKey} and ${merges.keptId} = ${patient})
    and ${archive.kind} = ${sql.raw(String(archiveCodes.merge))}`,
})
const forgetMoved = remove(archiveRows, and(isMoved, inTags(movedTag))!)
const removeKept = remove(archiveRows, and(isLink, inTags(linkedTag))!)
const removeDeleted = remove(archiveRows, and(isDeleted, inTags(linkedTag))!)
const untag = remove(
  patientTags,
  and(eq(patientTags.patientId, patient), sql`${patientTags.tagId} in (${idsIn('tags')})`)!,
)

/** The tags that the kept patient got by a merge, as the archive writes ids. */
export const tagsGivenBy = (scope: Scope, archiveId: string): string[] =>
  scope.all(moved, { archiveId }).map(({ tag }) => tag)

/**
 * Removes tags from the patient who got them by a merge that is undone. A tag stays if another patient, who is still
 * merged into this patient, also brought the tag. If this patient was merged further since, the tag is removed from the
 * record in the archive. It is also removed from the next kept patient, if that patient got it from this one. Each call
 * looks at one patient, and at most 50 patients are merged into one.
 */
export function takeTagsBack(tx: WriteScope, patientId: string, given: readonly string[]): void {
  const leaving = given.filter((tag) => !comesByOther(tx, patientId, tag))
  if (leaving.length === 0) return
  const tags = JSON.stringify(leaving)
  tx.run(removeDeleted, { patientId, tags })
  const further = findMergeOf(tx, patientId)
  if (further === null) {
    tx.run(untag, { patientId, tags })
    return
  }
  const archiveId = further.id
  tx.run(removeKept, { archiveId, tags })
  const passedOn = tagsGivenBy(tx, archiveId).filter((tag) => leaving.includes(tag))
  tx.run(forgetMoved, { archiveId, tags })
  takeTagsBack(tx, further.keptId, passedOn)
}

/**
 * Whether another merged patient also brought the tag. If so, the item of that patient's merge names the tag from now
 * on.
 */
function comesByOther(tx: WriteScope, keptId: string, tag: string): boolean {
  const other = tx
    .all(mergedInto, { patientId: keptId })
    .find(({ archiveId, patientId }) =>
      [...tx.all(links, { archiveId }), ...tx.all(deletedLinks, { patientId })].some(
        (one) => one.tag === tag,
      ),
    )
  if (other === undefined) return false
  const { archiveId } = other
  const { position } = tx.get(next, { archiveId })!
  const source: MovedSource = 'moved_tags'
  tx.insert(archiveRows, { archiveId, position, source, row: JSON.stringify({ id: tag }) })
  return true
}
