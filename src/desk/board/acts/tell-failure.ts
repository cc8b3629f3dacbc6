/** What to say, and to show, when a change was refused. */
import { ask } from '../../api/api.ts'
import { type Failure, failedBy } from '../../api/failure.ts'
import type { DayEntry } from '../../api/names.ts'
import { zone } from '../../shell/me.ts'
import { sayProblem, sayTrouble } from '../../shell/toasts.tsx'
import { dateOf, saySpan } from '../../time/say.ts'
import { words } from '../../words/words.ts'
import { entryOf, readDay } from '../day.ts'
import { flash } from './board-now.ts'
import { nameOf } from './names.ts'
import { unpin } from './pins.ts'

/** Reads the day anew, and says why a change was refused. A server that is out of reach leaves the picture as it was. */
export async function tellFailure(
  error: unknown,
  entries: readonly DayEntry[],
  isUndo: boolean,
): Promise<void> {
  const { acts, shell } = words.value
  if (failedBy(error, 'offline')) return sayProblem(shell.offlineWrite)
  await readDay()
  if (failedBy(error, 'conflict')) return tellConflict(error, isUndo)
  const gone = failedBy(error, 'not_found')
  if (failedBy(error, 'precondition_failed') || gone) {
    const name = entries[0] ? nameOf(entries[0]) : words.value.acts.kinds.appointment
    if (gone) for (const entry of entries) unpin(entry)
    for (const { id } of entries) flash(id)
    if (isUndo) return sayProblem(acts.undoChanged(name))
    return sayProblem(gone ? acts.gone(name) : acts.changed(name))
  }
  sayTrouble(error)
}

/** Says who is in the way, and lets their card flash. */
async function tellConflict(error: Failure, isUndo: boolean): Promise<void> {
  const { acts } = words.value
  const inTheWay = error.details.find(({ entryId }) => entryId !== undefined)
  if (inTheWay?.startAt === undefined) return sayProblem(isUndo ? acts.undoRefused : acts.refused)
  const { entryId, startAt, endAt } = inTheWay
  const entry = entryOf(entryId!) ?? (await entryOfDay(entryId!, startAt))
  flash(entryId!)
  const time = saySpan(startAt, endAt!, zone())
  const name = entry && nameOf(entry)
  const practitioner = inTheWay.path.endsWith('practitionerId')
  if (isUndo) sayProblem(acts.undoTaken(name ?? acts.somebody, time))
  else if (practitioner) sayProblem(acts.practitionerTaken(name ?? acts.somebody, time))
  else sayProblem(acts.taken(name ?? acts.somebody, time))
}

/** An entry of a day that is not on the board. */
async function entryOfDay(id: string, startAt: string): Promise<DayEntry | undefined> {
  const query = { date: dateOf(startAt, zone()) }
  try {
    const { entries, withoutChair } = await ask((api) => api.GET('/api/v1/day', { params: { query } }))
    return [...entries, ...withoutChair].find((entry) => entry.id === id)
  } catch {
    // The refusal is said without the name then.
    return undefined
  }
}
