import { expect, test } from 'bun:test'
import { growing } from '../../src/desk/live/growing.ts'

/** A list over so many numbers, what was asked for, and what is shown. */
function numbers(count: number, step: number) {
  const state = { count, asked: [] as number[], shown: [] as readonly number[], next: '' as string | null }
  const troubles: unknown[] = []
  const list = growing<number>(
    step,
    async (limit, cursor) => {
      const from = Number(cursor ?? 0)
      const to = Math.min(from + limit, state.count)
      state.asked.push(limit)
      if (state.count === 0) throw new Error('away')
      return {
        list: Array.from({ length: to - from }, (_, i) => from + i),
        next: to < state.count ? String(to) : null,
      }
    },
    ({ list: shown, next }) => void Object.assign(state, { shown, next }),
    (trouble) => void troubles.push(trouble),
  )
  return { state, list, troubles }
}

test('a list shows its first items, and more of them each time somebody asks', async () => {
  const { state, list } = numbers(45, 20)
  await list.read()
  expect([state.shown.length, state.next]).toEqual([20, '20'])
  await list.more()
  expect([state.shown.length, state.next]).toEqual([40, '40'])
  await list.more()
  expect([state.shown.length, state.next]).toEqual([45, null])
  expect(state.shown).toEqual(Array.from({ length: 45 }, (_, i) => i))
})

test('a list that is read anew shows as much as before, in pieces of a hundred', async () => {
  const { state, list } = numbers(500, 120)
  await list.read()
  await list.more()
  state.asked.length = 0
  await list.read()
  expect(state.asked).toEqual([100, 100, 40])
  expect(state.shown).toHaveLength(240)
})

test('a list that cannot be read keeps what it showed, and tells why', async () => {
  const { state, list, troubles } = numbers(30, 20)
  await list.read()
  state.count = 0
  await list.more()
  expect(state.shown).toHaveLength(20)
  expect(troubles).toEqual([undefined, new Error('away')])
})

test('another list begins with its first items, and an answer of the list before is not shown', async () => {
  const { state, list } = numbers(100, 20)
  await list.read()
  const late = list.more()
  await list.restart()
  await late
  expect([state.shown.length, state.next]).toEqual([20, '20'])
})
