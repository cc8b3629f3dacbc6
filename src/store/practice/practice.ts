import { asc, sql } from 'drizzle-orm'
import { linkKeys } from '../../../db/schema/notices.ts'
import { patients } from '../../../db/schema/patients.ts'
import { packStatuses, practices } from '../../../db/schema/practice.ts'
import type { Pack } from '../../domain/pack.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, param, remove, select, update } from '../engine/statement.ts'
import { newLinkKey } from './link-key.ts'

const settings = select({ fields: columnsOf(practices), from: practices })
const statuses = select({
  fields: { id: packStatuses.id, label: packStatuses.label },
  from: packStatuses,
  orderBy: [asc(packStatuses.position)],
})
const statusById = select({
  fields: { id: packStatuses.id },
  from: packStatuses,
  where: equals(packStatuses.id, 'id'),
})
const patientWithStatus = select({
  fields: { id: patients.id },
  from: patients,
  source: sql`${patients} indexed by patients_status`,
  where: equals(patients.status, 'status'),
  limit: sql`1`,
})
const patientWithText = select({
  fields: { id: patients.id },
  from: patients,
  where: sql`${patients.ownFields} is not null
    and exists (select 1 from json_each(${patients.ownFields}) texts where texts.key = ${param('field', packStatuses.id)})`,
  limit: sql`1`,
})
const removeStatus = remove(packStatuses, equals(packStatuses.id, 'id'))

const renewal = update(practices, [], sql`true`)

/** The practice's own row; null when the practice does not exist. */
export const findPractice = (scope: Scope) => scope.get(settings)
export type PracticeRow = NonNullable<ReturnType<typeof findPractice>>

/** The practice's pack, with its statuses in order. */
export const packOf = (scope: Scope, practice: PracticeRow): Pack => ({
  id: practice.packId,
  name: practice.packName,
  statuses: scope.all(statuses),
  defaultStatus: practice.defaultStatus,
})

/** Whether the practice's pack has this status. */
export const hasStatus = (scope: Scope, id: string): boolean => scope.get(statusById, { id }) !== null

/** Whether any patient has this status. */
export const statusIsInUse = (scope: Scope, status: string): boolean =>
  scope.get(patientWithStatus, { status }) !== null

/** Whether any patient has a text in this own field. It reads every patient, but an owner needs it seldom. */
export const ownFieldIsInUse = (scope: Scope, field: string): boolean =>
  scope.get(patientWithText, { field }) !== null

/** Creates a practice with its pack and the key of its links. The id of the scope becomes the id of the practice. */
export function insertPractice(
  tx: WriteScope,
  practice: Omit<
    NewRow<typeof practices>,
    'id' | 'packId' | 'packName' | 'defaultStatus' | 'host' | 'generation'
  > & { readonly host?: string | null },
  pack: Pack,
): void {
  tx.insert(practices, {
    ...practice,
    id: tx.practiceId,
    host: practice.host ?? null,
    generation: 1,
    packId: pack.id,
    packName: pack.name,
    defaultStatus: pack.defaultStatus,
  })
  pack.statuses.forEach((status, position) => {
    tx.insert(packStatuses, { ...status, position })
  })
  tx.insert(linkKeys, newLinkKey(practice.createdAt))
}

/** Changes the practice's settings. */
export const updatePractice = (tx: WriteScope, changes: Partial<NewRow<typeof practices>>): void =>
  tx.update(practices, tx.practiceId, changes)

/** Gives the practice a new version after a change of settings outside the practice's row. */
export const renewPractice = (tx: WriteScope): void => void tx.run(renewal)

/** Replaces the practice's pack. The database refuses to drop a status that a patient has. */
export function replacePack(tx: WriteScope, before: Pack, after: Pack): void {
  const kept = new Set(after.statuses.map(({ id }) => id))
  for (const { id } of before.statuses) if (!kept.has(id)) tx.run(removeStatus, { id })
  const known = new Set(before.statuses.map(({ id }) => id))
  after.statuses.forEach(({ id, label }, position) => {
    if (known.has(id)) tx.update(packStatuses, id, { label, position })
    else tx.insert(packStatuses, { id, label, position })
  })
  updatePractice(tx, { packId: after.id, packName: after.name, defaultStatus: after.defaultStatus })
}
