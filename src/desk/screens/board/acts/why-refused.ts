/** Finds out why the server refused a change. */
import { type Failure, failedBy } from '../../../api/failure.ts'
import { zone } from '../../../base/me.ts'
import { sayFailure } from '../../../base/say-failure.ts'
import { dateOf, saySpan } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { findChangedBy } from '../../../live/changed-by.ts'
import { dayAt, entryOf, readDay } from '../../../live/day.ts'
import { words } from '../../../words/words.ts'
import { flash } from './board-now.ts'
import { nameOf } from './names.ts'
import { unpin } from './pins.ts'

/**
 * Reads the day again, and returns a sentence about why a change was refused. When the server cannot be reached, the
 * day is not read.
 */
export async function whyRefused(
  error: unknown,
  entries: readonly DayEntry[],
  isUndo: boolean,
): Promise<string> {
  const { acts, shell } = words.value
  if (failedBy(error, 'offline')) return shell.offlineWrite
  await readDay()
  if (failedBy(error, 'conflict')) return whyTaken(error, isUndo)
  const gone = failedBy(error, 'not_found')
  if (failedBy(error, 'precondition_failed') || gone) {
    const name = entries[0] ? nameOf(entries[0]) : words.value.card.types.appointment
    if (gone) for (const entry of entries) unpin(entry)
    for (const { id } of entries) flash(id)
    const who = await findChangedBy(entries[0]?.id)
    if (isUndo) return acts.undoChanged(name, who)
    return gone ? acts.gone(name, who) : acts.changed(name, who)
  }
  return sayFailure(error)
}

/** Returns a sentence with the name of the entry in the way, and lets its card flash. */
async function whyTaken(error: Failure, isUndo: boolean): Promise<string> {
  const { acts } = words.value
  const inTheWay = error.details.find(({ entryId }) => entryId !== undefined)
  if (inTheWay?.startAt === undefined) return isUndo ? acts.undoRefused : acts.refused
  const { entryId, startAt, endAt } = inTheWay
  const entry = entryOf(entryId!) ?? (await entryOfDay(entryId!, startAt))
  flash(entryId!)
  const time = saySpan(startAt, endAt!, zone())
  const name = entry && nameOf(entry)
  const practitioner = inTheWay.path.endsWith('practitionerId')
  const says = isUndo ? acts.undoTaken : practitioner ? acts.practitionerTaken : acts.taken
  return says(name ?? acts.somebody, time)
}

/** An entry on another day than the one that the board shows. */
async function entryOfDay(id: string, startAt: string): Promise<DayEntry | undefined> {
  try {
    const { entries, withoutChair } = await dayAt(dateOf(startAt, zone()))
    return [...entries, ...withoutChair].find((entry) => entry.id === id)
  } catch {
    // Without the entry, the sentence has no name.
    return undefined
  }
}
