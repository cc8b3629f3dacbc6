import { changed } from '../../domain/changes.ts'
import type { Pack } from '../../domain/pack.ts'
import { conflict, found } from '../../domain/problem.ts'
import { findPractice, packOf, replacePack, statusIsInUse, updatePractice } from '../../store/practice.ts'
import { replanReminders } from '../../store/reminder-jobs.ts'
import type { Scope, WriteScope } from '../../store/scope.ts'
import type { Practice } from '../../store/store.ts'
import type { UpdatePractice } from '../shared/practice-schema.ts'
import type { PracticeWithPack } from '../shared/practice-view.ts'

export const readPractice = (practice: Practice): PracticeWithPack => withPack(practice.read)

/** @throws `conflict` when a pack would leave out a status that patients have. */
export function editPractice(practice: Practice, body: UpdatePractice, now: number) {
  const { pack, ...settings } = body
  return practice.write((tx) => {
    const before = withPack(tx)
    const changes = changed(before.practice, settings)
    const newPack = pack !== undefined && !Bun.deepEquals(pack, before.pack)
    if (Object.keys(changes).length === 0 && !newPack) return before
    if (newPack) exchangePack(tx, before.pack, pack)
    updatePractice(tx, { ...changes, updatedAt: now })
    if (changes.reminderLeadMinutes !== undefined) replanReminders(tx, changes.reminderLeadMinutes, now)
    return withPack(tx)
  })
}

function exchangePack(tx: WriteScope, before: Pack, after: Pack): void {
  const kept = new Set(after.statuses.map(({ id }) => id))
  const missed = before.statuses.filter(({ id }) => !kept.has(id) && statusIsInUse(tx, id))
  if (missed.length > 0)
    throw conflict(
      'Patients still have a status that the pack leaves out.',
      missed.map(({ id }) => ({ path: 'pack.statuses', message: `must keep ${id}, which patients have` })),
    )
  replacePack(tx, before, after)
}

function withPack(scope: Scope): PracticeWithPack {
  const practice = found(findPractice(scope))
  return { practice, pack: packOf(scope, practice) }
}
