import { amended } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { mostTags, requireRoom } from '../../domain/limits.ts'
import { requireFreeName } from '../../domain/name-key.ts'
import { found } from '../../domain/problem.ts'
import { requireMatch } from '../../domain/version.ts'
import { archiveTag } from '../../store/archive/archive.ts'
import { untagEverywhere } from '../../store/patients/patient-tags.ts'
import {
  countTags,
  findTag,
  findTagByName,
  insertTag,
  listTags,
  removeTag,
  updateTag,
} from '../../store/patients/tags.ts'
import type { Practice } from '../../store/store.ts'
import type { CreateTag, UpdateTag } from './schema.ts'

export const browseTags = (practice: Practice) => listTags(practice.read)

export const readTag = (practice: Practice, tagId: string) => found(findTag(practice.read, tagId))

/** Creates a tag. @throws `conflict` when another tag has the name, in any case, or when there are 1,000 tags. */
export const createTag = (practice: Practice, body: CreateTag, now: number, id = newId(now)) =>
  practice.write((tx) => {
    requireFreeName('tag', findTagByName(tx, body.name), id)
    requireRoom(countTags(tx), mostTags, tooMany)
    const { name, color = null, alert = false } = body
    insertTag(tx, { id, name, color, alert, createdAt: now, updatedAt: now })
    const tag = found(findTag(tx, id))
    tx.record({ kind: 'write', record: { kind: 'tag', id }, after: tag })
    return tag
  })

const tooMany = `There are ${mostTags} tags, and there can be no more. Delete a tag first.`

/** Changes a tag by the rules of PATCH (RULES §1). @throws `not_found`; `conflict` when another tag has the name. */
export const editTag = (practice: Practice, tagId: string, body: UpdateTag, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findTag(tx, tagId))
    return amended(before, body, now, (changes) => {
      if (changes.name !== undefined) requireFreeName('tag', findTagByName(tx, changes.name), tagId)
      updateTag(tx, tagId, changes)
      const after = { ...before, ...changes }
      tx.record({ kind: 'write', record: { kind: 'tag', id: tagId }, before, after })
    })
  })

/**
 * Deletes a tag and removes it from its patients. The tag and its links to patients move to the archive.
 * @throws `not_found`.
 */
export const deleteTag = (practice: Practice, tagId: string, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findTag(tx, tagId))
    archiveTag(tx, tagId, now)
    const detail = { patients: untagEverywhere(tx, tagId) }
    removeTag(tx, tagId)
    tx.record({ kind: 'write', record: { kind: 'tag', id: tagId }, before, detail })
  })
