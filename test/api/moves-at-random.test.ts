import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type EntryType, entryTypes, occupiesChair, overlaps } from '../../src/domain/entry.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { newChair, newEntry } from '../support/records.ts'

/** A random entry of one day. Times are in quarters of an hour, and `chair` is the number of its chair. */
interface Wish {
  readonly type: EntryType
  readonly chair: number | null
  readonly startAt: number
  readonly length: number
}
const place: fc.Arbitrary<Wish> = fc.record({
  type: fc.constantFrom(...entryTypes),
  chair: fc.constantFrom(0, 1, 1, null),
  startAt: fc.nat(20),
  length: fc.integer({ min: 1, max: 4 }),
})
/** A random move. `who` is the index of the entry, and the other fields are the changes. */
const move = fc.record(
  { who: fc.nat(11), chair: fc.nat(1), startAt: fc.nat(20), length: fc.integer({ min: 1, max: 4 }) },
  { requiredKeys: ['who'] },
)
const moves = fc.uniqueArray(move, { selector: ({ who }) => who, minLength: 1, maxLength: 5 })

interface Placed {
  readonly id: string
  readonly type: EntryType
  readonly chairId: string | null
  readonly startAt: number
  readonly endAt: number
}

const timeOf = (quarter: number): string =>
  new Date(Date.UTC(2026, 2, 10, 8) + quarter * 900_000).toISOString()

const clash = (a: Placed, b: Placed): boolean =>
  a.id !== b.id && a.chairId === b.chairId && occupiesChair(a) && occupiesChair(b) && overlaps(a, b)

test('random moves are refused exactly for the conflicts that a simple comparison of all entries finds', async () => {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(place, { minLength: 12, maxLength: 16 }),
      fc.array(moves, { minLength: 5, maxLength: 12 }),
      async (places, batches) => {
        await using c = await clinic()
        const chairs = [(await newChair(c.owner.call)).id, (await newChair(c.owner.call)).id]
        let standing = await booked(c, places, chairs)
        for (const batch of batches) {
          const after = new Map(standing.map((entry) => [entry.id, entry]))
          const body = batch.map(({ who, chair, startAt, length }) => {
            const before = standing[who % standing.length]!
            const begins = startAt ?? before.startAt
            const ends = begins + (length ?? before.endAt - before.startAt)
            const chairId = chair === undefined ? before.chairId : chairs[chair]!
            after.set(before.id, { ...before, chairId, startAt: begins, endAt: ends })
            return {
              id: before.id,
              ...(chair !== undefined && { chairId }),
              ...(startAt !== undefined && { startAt: timeOf(begins) }),
              ...(length !== undefined && { endAt: timeOf(ends) }),
            }
          })
          if (new Set(body.map(({ id }) => id)).size < body.length) continue
          const inTheWay = body.flatMap(({ id }, i) =>
            [...after.values()]
              .filter((other) => clash(after.get(id)!, other))
              .map((other) => `${i} ${other.id} ${timeOf(other.startAt)} ${timeOf(other.endAt)}`),
          )
          const answer = await c.owner.call('POST', '/api/v1/appointments/moves', { moves: body })
          const details: Record<string, string>[] = answer.body.error?.details ?? []
          expect(answer.status).toBe(inTheWay.length === 0 ? 200 : 409)
          expect(
            details
              .map((one) => `${one.path!.split('.')[1]} ${one.entryId} ${one.startAt} ${one.endAt}`)
              .sort(),
          ).toEqual(inTheWay.sort())
          if (inTheWay.length === 0) standing = [...after.values()]
          else refused++
        }
      },
    ),
    { numRuns: 8 },
  )
  expect(refused).toBeGreaterThan(0)
})

/** Books the entries that do not overlap an earlier one in the list. */
async function booked(
  { owner }: Clinic,
  places: readonly Wish[],
  chairs: readonly string[],
): Promise<Placed[]> {
  const standing: Placed[] = []
  for (const { type, chair, startAt, length } of places) {
    const chairId = chair === null ? null : chairs[chair]!
    const wish = { id: '', type, chairId, startAt, endAt: startAt + length }
    if (standing.some((other) => clash(wish, other))) continue
    const times = { startAt: timeOf(startAt), endAt: timeOf(wish.endAt) }
    const { id } = await newEntry(owner.call, { type, ...(chairId !== null && { chairId }), ...times })
    standing.push({ ...wish, id })
  }
  return standing
}
