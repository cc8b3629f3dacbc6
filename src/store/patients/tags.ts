import { sql } from 'drizzle-orm'
import { tags } from '../../../db/schema/patients.ts'
import { nameKey } from '../../domain/name-key.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, select } from '../engine/statement.ts'

const { nameKey: nameKeyColumn, ...fields } = columnsOf(tags)

const byId = select({ fields, from: tags, where: equals(tags.id, 'id') })
const byNameKey = select({ fields, from: tags, where: equals(tags.nameKey, 'nameKey') })
const inOrder = select({ fields, from: tags, orderBy: [tags.nameKey, tags.id] })
const counted = select({ fields: { number: sql<number>`count(*)` }, from: tags })

/** The tag with this id, or null. */
export const findTag = (scope: Scope, id: string) => scope.get(byId, { id })
export type TagRow = NonNullable<ReturnType<typeof findTag>>

/** The tag with this name in any letter case, or null. */
export const findTagByName = (scope: Scope, name: string) => scope.get(byNameKey, { nameKey: nameKey(name) })

/** All tags, by name without regard to letter case, then by id. */
export const listTags = (scope: Scope) => scope.all(inOrder)

/** How many tags there are. */
export const countTags = (scope: Scope): number => scope.get(counted)!.number

/** A complete new tag. The store adds the key that makes its name unique. */
export type NewTag = Omit<NewRow<typeof tags>, 'nameKey'>

/** Adds a tag. The database refuses a name that another tag has. */
export const insertTag = (tx: WriteScope, tag: NewTag): void =>
  tx.insert(tags, { ...tag, nameKey: nameKey(tag.name) })

/** Changes a tag. The database refuses a name that another tag has. */
export const updateTag = (tx: WriteScope, id: string, changes: Partial<NewTag>): void =>
  tx.update(tags, id, changes.name === undefined ? changes : { ...changes, nameKey: nameKey(changes.name) })

/** Deletes a tag. Returns false when there is no such tag. The database refuses while patients have the tag. */
export const removeTag = (tx: WriteScope, id: string): boolean => tx.remove(tags, id)
