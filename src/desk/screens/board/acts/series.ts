/** Moves an occurrence of a series together with the later ones. */
import { api, at } from '../../../api/api.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { readDay } from '../../../live/day.ts'
import { words } from '../../../words/words.ts'
import { type Where, withoutWarnings } from './move.ts'
import { nameOf } from './names.ts'
import { withProgress, withStepsAgain } from './progress.ts'
import { type Answer, act, type Refused } from './send.ts'

/** The most entries that the API moves in one act. */
const mostMoves = 50

/**
 * Moves an occurrence and all later ones by the same amount of time. Resolves to whether the occurrences were moved.
 */
export async function moveFollowing(entry: DayEntry, to: Where, refused?: Refused): Promise<boolean> {
  const path = { seriesId: entry.seriesId! }
  let before: readonly { id: string; startAt: string; endAt: string; chairId: string | null }[] = []
  let after: readonly (Answer & { readonly version: number })[] = []
  return act({
    entries: [entry],
    become: [{ ...entry, ...to }],
    send: async (versionOf) => {
      const series = await api.GET('/api/v1/series/{seriesId}', at(path))
      before = series.appointments
      const body = { appointmentId: entry.id, scope: 'following' as const, version: versionOf(entry), ...to }
      const moved = await api.POST('/api/v1/series/{seriesId}/moves', { ...at(path), body })
      after = moved.appointments.map(withoutWarnings)
      await readDay()
      return await withProgress(after, [entry])
    },
    says: () => words.value.acts.movedMany(nameOf(entry), after.length),
    refused,
    undo: () => ({
      become: [entry],
      send: async () => {
        const moves = after.flatMap(({ id, version }) => {
          const old = before.find((each) => each.id === id)
          return old ? [{ id, version, startAt: old.startAt, endAt: old.endAt, chairId: old.chairId }] : []
        })
        const answers: Answer[] = []
        for (let first = 0; first < moves.length; first += mostMoves) {
          const body = { moves: moves.slice(first, first + mostMoves) }
          const { appointments } = await api.POST('/api/v1/appointments/moves', { body })
          answers.push(...appointments.map(withoutWarnings))
        }
        await readDay()
        return await withStepsAgain(answers, [entry])
      },
    }),
  })
}
