import { and, asc, sql } from 'drizzle-orm'
import { appointmentTypes } from '../../../db/schema/appointment-types.ts'
import { nameKey } from '../../domain/name-key.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, select } from '../engine/statement.ts'

const { nameKey: nameKeyColumn, ...fields } = columnsOf(appointmentTypes)
const isArchived = equals(appointmentTypes.archived, 'archived')

const byId = select({ fields, from: appointmentTypes, where: equals(appointmentTypes.id, 'id') })
const byNameKey = select({
  fields,
  from: appointmentTypes,
  where: and(equals(nameKeyColumn, 'nameKey'), isArchived),
})
const inOrder = select({
  fields,
  from: appointmentTypes,
  where: isArchived,
  orderBy: [asc(appointmentTypes.position), asc(appointmentTypes.id)],
})
const afterLast = select({
  fields: { position: sql<number>`coalesce(max(${appointmentTypes.position}) + 1, 0)` },
  from: appointmentTypes,
  where: isArchived,
})
const counted = select({
  fields: { number: sql<number>`count(*)` },
  from: appointmentTypes,
  where: isArchived,
})

const { id, bufferBeforeMinutes, bufferAfterMinutes } = fields
const buffered = select({
  fields: { id, bufferBeforeMinutes, bufferAfterMinutes },
  from: appointmentTypes,
  where: sql`${bufferBeforeMinutes} + ${bufferAfterMinutes} > 0`,
})

/** The appointment type with this id, archived or not; null when there is none. */
export const findAppointmentType = (scope: Scope, id: string) => scope.get(byId, { id })
export type AppointmentTypeRow = NonNullable<ReturnType<typeof findAppointmentType>>

/**
 * The appointment type with this name in any letter case, among those that are not archived; null when there is none.
 */
export const findAppointmentTypeByName = (scope: Scope, name: string) =>
  scope.get(byNameKey, { nameKey: nameKey(name), archived: false })

/** The appointment types that are archived, or those that are not, by position and id. */
export const listAppointmentTypes = (scope: Scope, archived = false) => scope.all(inOrder, { archived })

/** The buffers of the types that have a buffer. Archived types are included, because entries keep their type. */
export const listBuffers = (scope: Scope) => scope.all(buffered)

/** How many appointment types are archived, or are not. */
export const countAppointmentTypes = (scope: Scope, archived: boolean): number =>
  scope.get(counted, { archived })!.number

/** The position for an appointment type that comes after all others. */
export const nextTypePosition = (scope: Scope): number => scope.get(afterLast, { archived: false })!.position

/** A complete new appointment type. The store adds the key that makes its name unique. */
export type NewAppointmentType = Omit<NewRow<typeof appointmentTypes>, 'nameKey'>

/** Adds an appointment type. The database refuses a name that another type has, unless the other type is archived. */
export const insertAppointmentType = (tx: WriteScope, type: NewAppointmentType): void =>
  tx.insert(appointmentTypes, { ...type, nameKey: nameKey(type.name) })

/**
 * Changes an appointment type. The database refuses a name that another type has, unless the other type is archived.
 */
export const updateAppointmentType = (
  tx: WriteScope,
  id: string,
  changes: Partial<NewAppointmentType>,
): void =>
  tx.update(
    appointmentTypes,
    id,
    changes.name === undefined ? changes : { ...changes, nameKey: nameKey(changes.name) },
  )
