import { offline, type TypePractitioner } from '../../domain/appointment-type.ts'
import { amended } from '../../domain/changes.ts'
import { lookupId, newId } from '../../domain/id.ts'
import { mostAppointmentTypes, mostArchivedTypes, requireRoom } from '../../domain/limits.ts'
import { requireFreeName } from '../../domain/name-key.ts'
import { found, type Issue, invalid } from '../../domain/problem.ts'
import { requireMatch } from '../../domain/version.ts'
import { listMembers } from '../../store/access/members.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import {
  type AppointmentTypeRow,
  countAppointmentTypes,
  findAppointmentType,
  findAppointmentTypeByName,
  insertAppointmentType,
  listAppointmentTypes,
  nextTypePosition,
  updateAppointmentType,
} from '../../store/practice/appointment-types.ts'
import type { Practice } from '../../store/store.ts'
import { chairIssues } from '../shared/chair-issues.ts'
import type { CreateType, UpdateType } from './schema.ts'

export const browseAppointmentTypes = ({ read }: Practice, archived: boolean) =>
  listAppointmentTypes(read, archived)

/** The type with this id, also when it is archived. @throws `not_found`. */
export const readAppointmentType = ({ read }: Practice, typeId: string) =>
  found(findAppointmentType(read, typeId))

/**
 * Creates an appointment type, active and last in the list unless the body says otherwise.
 * @throws `validation_failed` when a chair is not the practice's, or a member is not an active member of the practice.
 * `conflict` when another type has the name, or when there are 200 types.
 */
export const createAppointmentType = (practice: Practice, body: CreateType, now: number, id = newId(now)) =>
  practice.write((tx) => {
    const { name, durationMinutes } = body
    const given = stored(body)
    requireKnown(tx, given)
    requireRoom(countAppointmentTypes(tx, false), mostAppointmentTypes, tooMany)
    requireFreeName('appointment type', findAppointmentTypeByName(tx, name), id)
    insertAppointmentType(tx, {
      patientName: null,
      color: null,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      chairIds: null,
      practitioners: null,
      instructions: null,
      recallMonths: null,
      position: nextTypePosition(tx),
      active: true,
      online: offline,
      ...given,
      id,
      name,
      durationMinutes,
      archived: false,
      createdAt: now,
      updatedAt: now,
    })
    const after = found(findAppointmentType(tx, id))
    tx.record({ kind: 'write', record: { kind: 'appointmentType', id }, after })
    return after
  })

const tooMany = `There are ${mostAppointmentTypes} appointment types, and there can be no more. Delete one that is not offered any more first.`

/**
 * Changes an appointment type by the rules of PATCH (RULES §1). Chairs and members that the type already has may stay,
 * even when they were deleted or deactivated later. `archived: false` brings an archived type back.
 * @throws `not_found`. `validation_failed` when a new chair or member is not the practice's. `conflict` when another
 * type has the name, or when there are too many types.
 */
export const editAppointmentType = (practice: Practice, typeId: string, body: UpdateType, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findAppointmentType(tx, typeId))
    const sent = stored(body)
    requireKnown(tx, sent, before)
    return change(tx, before, sent, now)
  })

/**
 * Archives an appointment type. Its entries keep the type, and new entries cannot have it. A change with
 * `archived: false` brings the type back.
 * @throws `not_found` also when the type is archived already; `conflict` when there are too many archived types.
 */
export const archiveAppointmentType = (practice: Practice, typeId: string, now: number) =>
  practice.write((tx) => {
    const type = requireMatch(tx, findAppointmentType(tx, typeId))
    change(tx, found(type.archived ? null : type), { archived: true }, now)
  })

function change(tx: WriteScope, before: AppointmentTypeRow, sent: Partial<AppointmentTypeRow>, now: number) {
  return amended(before, sent, now, (changes) => {
    const after = { ...before, ...changes }
    if (after.archived !== before.archived) requireRoomFor(tx, after.archived)
    if (!after.archived)
      requireFreeName('appointment type', findAppointmentTypeByName(tx, after.name), after.id)
    updateAppointmentType(tx, before.id, changes)
    tx.record({ kind: 'write', record: { kind: 'appointmentType', id: before.id }, before, after })
  })
}

function requireRoomFor(scope: Scope, archived: boolean): void {
  const count = countAppointmentTypes(scope, archived)
  if (!archived) requireRoom(count, mostAppointmentTypes, tooMany)
  else
    requireRoom(
      count,
      mostArchivedTypes,
      `There are ${mostArchivedTypes} archived appointment types, and there can be no more. Set \`active\` to false instead.`,
    )
}

/** The fields that were sent, in the form in which records keep them: ids in lower case. */
function stored<B extends UpdateType>({ chairIds, practitioners, ...rest }: B) {
  return {
    ...rest,
    ...(chairIds !== undefined && { chairIds: chairIds?.map(lookupId) ?? null }),
    ...(practitioners !== undefined && { practitioners: practitioners?.map(storedPractitioner) ?? null }),
  }
}

const storedPractitioner = ({ memberId, ...rest }: TypePractitioner): TypePractitioner => ({
  memberId: lookupId(memberId),
  ...rest,
})

type Named = Partial<Pick<AppointmentTypeRow, 'chairIds' | 'practitioners'>>

/** @throws `validation_failed` when a chair or a member is neither the practice's nor part of the type `before`. */
function requireKnown(scope: Scope, { chairIds, practitioners }: Named, before?: AppointmentTypeRow): void {
  const issues = [
    ...chairIssues(scope, chairIds, before?.chairIds ?? []),
    ...memberIssues(scope, practitioners ?? [], before?.practitioners ?? []),
  ]
  if (issues.length > 0) throw invalid(issues)
}

function memberIssues(
  scope: Scope,
  practitioners: readonly TypePractitioner[],
  known: readonly TypePractitioner[],
): Issue[] {
  if (practitioners.length === 0) return []
  const active = listMembers(scope).filter((member) => member.active)
  const members = new Set([...active.map(({ id }) => id), ...known.map(({ memberId }) => memberId)])
  return practitioners.flatMap(({ memberId }, i) =>
    members.has(memberId)
      ? []
      : [{ path: `practitioners.${i}.memberId`, message: 'must be an active member of the practice' }],
  )
}
