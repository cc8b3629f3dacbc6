import type { Static } from '@sinclair/typebox'
import { lookupId } from '../../../domain/id.ts'
import type { Issue } from '../../../domain/problem.ts'
import { exampleIds } from '../../../http/examples.ts'
import { givenId, integer, listOf, namedShape, optional } from '../../../http/shape.ts'
import { runsForward, updateEntryBody } from '../entry-schema.ts'
import { bookedEntry } from '../warnings.ts'

/** How many entries one request moves at most. */
const mostMoves = 50

const { startAt, endAt, chairId } = updateEntryBody.properties

const move = namedShape(
  'Move',
  'The new place of an entry. A `startAt` without `endAt` keeps the length. An `endAt` without `startAt` keeps the start. Fields that are left out stay as they are.',
  {
    id: givenId('appointment', 'The entry that moves. The list may contain each entry only once.'),
    startAt,
    endAt,
    chairId,
    version: optional(
      integer(
        1,
        Number.MAX_SAFE_INTEGER,
        'The version of the entry that you have seen. When the entry has another version now, nothing moves: 412.',
        1,
      ),
    ),
  },
  { rule: runsForward },
)

const comesOnce = ({ moves = [] }: { readonly moves?: readonly { readonly id: string }[] }): Issue[] => {
  const ids = moves.map(({ id }) => lookupId(id))
  return ids.flatMap((id, i) =>
    ids.indexOf(id) === i ? [] : [{ path: `moves.${i}.id`, message: 'must not come twice' }],
  )
}

export const movesBody = namedShape(
  'MoveAppointments',
  'Entries that move together, all of them or none. The overlap rule is checked with all entries in their new places. So two entries may change places.',
  {
    moves: listOf(move, `The entries that move, ${mostMoves} at most.`, {
      minItems: 1,
      maxItems: mostMoves,
      examples: [[{ id: exampleIds.appointment, startAt: '2030-03-26T14:00:00+01:00', version: 1 }]],
    }),
  },
  { rule: comesOnce },
)
export type Moves = Static<typeof movesBody>

export const movedEntries = namedShape('MovedAppointments', 'The entries that were moved.', {
  appointments: listOf(bookedEntry, 'The entries as they are now, in the order of the moves.'),
})
