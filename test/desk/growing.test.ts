import { expect, test } from 'bun:test'
import { growing, paged } from '../../src/desk/live/growing.ts'

/** A list of numbers, the limits of its requests, and a function that reads the shown items. */
function numbers(count: number, step: number) {
  const state = { count, asked: [] as number[] }
  const list = growing<number>(step, async (limit, cursor) => {
    const from = Number(cursor ?? 0)
    const to = Math.min(from + limit, state.count)
    state.asked.push(limit)
    if (state.count === 0) throw new Error('away')
    return {
      list: Array.from({ length: to - from }, (_, i) => from + i),
      next: to < state.count ? String(to) : null,
    }
  })
  /** The number of shown items, and the cursor for the next ones. */
  const shown = () => [list.value!.list.length, list.value!.next]
  return { state, list, shown }
}

test('a list shows its first items, and more of them each time somebody asks', async () => {
  const { list, shown } = numbers(45, 20)
  await list.again()
  expect(shown()).toEqual([20, '20'])
  await list.more()
  expect(shown()).toEqual([40, '40'])
  await list.more()
  expect(shown()).toEqual([45, null])
  expect(list.value!.list).toEqual(Array.from({ length: 45 }, (_, i) => i))
})

test('a list that is read again shows as much as before, in pieces of a hundred', async () => {
  const { state, list } = numbers(500, 120)
  await list.again()
  await list.more()
  state.asked.length = 0
  await list.again()
  expect(state.asked).toEqual([100, 100, 40])
  expect(list.value!.list).toHaveLength(240)
})

test('a list that cannot be read keeps what it showed, and tells why', async () => {
  const { state, list } = numbers(30, 20)
  await list.again()
  state.count = 0
  await list.more()
  expect(list.value!.list).toHaveLength(20)
  expect(list.trouble).toEqual(new Error('away'))
})

test('another list begins with its first items, and an answer of the list before is not shown', async () => {
  const { list, shown } = numbers(100, 20)
  await list.again()
  const late = list.more()
  await list.restart()
  await late
  expect(shown()).toEqual([20, '20'])
})

test('the pages of a list are read once each, and stay when the next one cannot be read', async () => {
  const asked: (string | null)[] = []
  const list = paged<string>(async (cursor) => {
    asked.push(cursor)
    if (cursor === 'c') throw new Error('away')
    return cursor === null ? { list: ['a'], next: 'b' } : { list: [cursor], next: 'c' }
  })
  await list.again()
  await list.more()
  expect(list.value).toEqual({ list: ['a', 'b'], next: 'c' })
  await list.more()
  expect(list.value!.list).toEqual(['a', 'b'])
  expect([list.trouble, asked]).toEqual([new Error('away'), [null, 'b', 'c']])
})
