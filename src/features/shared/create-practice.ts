import { offline } from '../../domain/appointment-type.ts'
import { newId } from '../../domain/id.ts'
import { ownFieldsAt } from '../../domain/own-fields.ts'
import type { Pack, PackName } from '../../domain/pack.ts'
import { unsetSettings } from '../../domain/settings.ts'
import { type TypeTemplate, typeTemplates } from '../../domain/type-templates.ts'
import type { WorkingHours } from '../../domain/working-hours.ts'
import { insertMember } from '../../store/access/members.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { insertAppointmentType } from '../../store/practice/appointment-types.ts'
import { insertPractice } from '../../store/practice/practice.ts'
import { recordNewMember } from './member.ts'

/** The data with which a new practice starts. The names are trimmed already. */
export interface NewPractice {
  readonly name: string
  readonly timezone: string
  readonly pack: Pack
  /** Null: the practice has the default hours (RULES §2.4). */
  readonly workingHours: WorkingHours | null
  readonly owner: { readonly id: string; readonly name: string; readonly email: string }
  /** The practice's own host. Without an own host, the practice uses the host that practices share. */
  readonly host?: string | undefined
}

/**
 * Inserts the practice of this scope, its pack, its kinds of appointments, its own fields and its first owner. `now` is
 * in epoch milliseconds.
 */
export function createPractice(tx: WriteScope, practice: NewPractice, now: number): void {
  const { name, timezone, pack, workingHours, owner, host = null } = practice
  const times = { createdAt: now, updatedAt: now }
  const settings = { ...unsetSettings, workingHours, ownFields: ownFieldsAt(timezone) }
  insertPractice(tx, { name, timezone, host, ...settings, ...times }, pack)
  insertMember(tx, { ...owner, role: 'owner', active: true, color: null, language: null, ...times })
  const types = typeTemplates[pack.id as PackName] ?? []
  for (const [position, template] of types.entries()) addType(tx, template, position, now)
  tx.record({
    kind: 'settings',
    record: { kind: 'practice', id: tx.practiceId },
    after: { name, timezone },
    detail: { appointmentTypes: types.length },
  })
  recordNewMember(tx, owner.id)
}

/**
 * Adds a kind of appointment that the practice begins with. Patients cannot book it by themselves until an owner
 * allows this. The audit row for the new practice contains the number of these kinds.
 */
function addType(tx: WriteScope, template: TypeTemplate, position: number, now: number): void {
  const type = {
    ...template,
    id: newId(now),
    position,
    active: true,
    archived: false,
    online: offline,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    chairIds: null,
    practitioners: null,
    instructions: null,
    createdAt: now,
    updatedAt: now,
  }
  insertAppointmentType(tx, type)
}
