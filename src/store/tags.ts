import { eq } from 'drizzle-orm'
import { tags } from '../../db/schema.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select } from './statement.ts'

const { nameKey: nameKeyColumn, ...fields } = columnsOf(tags)

const byId = select({ fields, from: tags, where: eq(tags.id, param('id')) })
const byNameKey = select({ fields, from: tags, where: eq(tags.nameKey, param('nameKey')) })
const inOrder = select({ fields, from: tags, orderBy: [tags.nameKey, tags.id] })

export const findTag = (scope: Scope, id: string) => scope.get(byId, { id })
export type TagRow = NonNullable<ReturnType<typeof findTag>>

/** The tag that already has this name, whatever its case. */
export const findTagByName = (scope: Scope, name: string) => scope.get(byNameKey, { nameKey: nameKey(name) })

export const listTags = (scope: Scope) => scope.all(inOrder)

export type NewTag = Omit<NewRow<typeof tags>, 'nameKey'>

export const insertTag = (tx: WriteScope, tag: NewTag): void =>
  tx.insert(tags, { ...tag, nameKey: nameKey(tag.name) })

export const updateTag = (tx: WriteScope, id: string, changes: Partial<NewTag>): void =>
  tx.update(tags, id, changes.name === undefined ? changes : { ...changes, nameKey: nameKey(changes.name) })

export const removeTag = (tx: WriteScope, id: string): boolean => tx.remove(tags, id)

/** Case is folded for all of Unicode; accents count: Käse and Kase are two tags. */
const nameKey = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase()
