import { amended } from '../../domain/changes.ts'
import type { OwnField } from '../../domain/own-fields.ts'
import type { Pack } from '../../domain/pack.ts'
import { conflict, found } from '../../domain/problem.ts'
import { settingsOf } from '../../domain/settings.ts'
import { formatInterval } from '../../domain/time.ts'
import { requireMatch } from '../../domain/version.ts'
import { overlapsAhead } from '../../store/calendar/practitioners.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { isTaken } from '../../store/engine/trouble.ts'
import { beginReplan } from '../../store/notices/notice-replan.ts'
import {
  findPractice,
  ownFieldIsInUse,
  type PracticeRow,
  packOf,
  replacePack,
  statusIsInUse,
  updatePractice,
} from '../../store/practice/practice.ts'
import type { Practice, ReadablePractice } from '../../store/store.ts'
import type { UpdatePractice } from '../shared/practice-schema.ts'
import type { PracticeWithPack } from '../shared/practice-view.ts'

export const readPractice = (practice: ReadablePractice): PracticeWithPack => withPack(practice.read)

/**
 * Changes the practice settings by the rules of PATCH (RULES §1). A pack is replaced as a whole. `mayKeep` is called
 * before a change of the years for which deleted records are kept.
 * @throws what `mayKeep` throws. `conflict` when the new pack lacks a status that patients have, or the new own fields
 * lack a field in which patients have a text. `conflict` also when `practitionersOnce` becomes true while a member is
 * booked twice at the same time.
 */
export function editPractice(
  practice: Practice,
  body: UpdatePractice,
  now: number,
  mayKeep: (scope: Scope) => void = () => {},
) {
  return practice.write((tx) => {
    const before = withPack(tx)
    requireMatch(tx, before.practice)
    amended({ ...before.practice, pack: before.pack }, body, now, ({ pack, ...changes }) => {
      if (changes.keepPatientsYears !== undefined || changes.keepEntriesYears !== undefined) mayKeep(tx)
      if (changes.ownFields !== undefined) requireTextsKept(tx, before.practice, changes.ownFields ?? [])
      if (pack !== undefined) exchangePack(tx, before.pack, pack)
      if (changes.practitionersOnce === true) requireNoOverlapAhead(tx, now)
      update(tx, changes)
      if (changes.reminderLeadMinutes !== undefined || changes.timezone !== undefined) beginReplan(tx, now)
      const record = { kind: 'practice', id: tx.practiceId } as const
      tx.record({ kind: 'settings', record, before: flat(before), after: flat(withPack(tx)) })
    })
    return withPack(tx)
  })
}

/** @throws `conflict` when another practice has the slug. */
function update(tx: WriteScope, changes: Parameters<typeof updatePractice>[1]): void {
  try {
    updatePractice(tx, changes)
  } catch (error) {
    if (!isTaken(error)) throw error
    throw conflict('Another practice of this service has this slug. Choose another one.', [
      { path: 'onlineBooking.slug', message: 'must not be the slug of another practice' },
    ])
  }
}

function exchangePack(tx: WriteScope, before: Pack, after: Pack): void {
  const kept = new Set(after.statuses.map(({ id }) => id))
  const missed = before.statuses.filter(({ id }) => !kept.has(id) && statusIsInUse(tx, id))
  if (missed.length > 0)
    throw conflict(
      'Patients have a status that the new pack leaves out. Keep it, or give those patients another status first.',
      missed.map(({ id }) => ({
        path: 'pack.statuses',
        message: `must keep ${id}, because patients have it`,
      })),
    )
  replacePack(tx, before, after)
}

/** @throws `conflict` when the list leaves out a field in which a patient has a text. */
function requireTextsKept(tx: WriteScope, before: PracticeRow, after: readonly OwnField[]): void {
  const kept = after.map(({ id }) => id)
  const missed = settingsOf(before)
    .ownFields.map(({ id }) => id)
    .filter((id) => !kept.includes(id) && ownFieldIsInUse(tx, id))
  if (missed.length > 0)
    throw conflict(
      'Patients have a text in a field that the list leaves out. Keep the field, and archive it instead.',
      missed.map((id) => ({
        path: 'ownFields',
        message: `must keep ${id}, because patients have a text in it`,
      })),
    )
}

/** How many overlaps a conflict names. */
const mostNamed = 100

/** Checks that nobody is booked for two entries at once from now on. Past overlaps stay (RULES §27). */
function requireNoOverlapAhead(tx: WriteScope, now: number): void {
  const overlaps = overlapsAhead(tx, now, mostNamed)
  if (overlaps.length === 0) return
  const many = overlaps.length === mostNamed ? `${mostNamed} or more` : overlaps.length
  throw conflict(
    `Members treat in two entries at once. Entries that begin too early: ${many}. Move them or name another member first.`,
    overlaps.map((block) => ({
      path: 'practitionersOnce',
      message: 'must wait, because the member of this entry is still in another one',
      entryId: block.id,
      ...formatInterval(block),
    })),
  )
}

const flat = ({ practice, pack }: PracticeWithPack) => ({ ...practice, pack })

function withPack(scope: Scope): PracticeWithPack {
  const practice = found(findPractice(scope))
  return { practice, pack: packOf(scope, practice) }
}
