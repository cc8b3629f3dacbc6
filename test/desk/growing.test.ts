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

test('a growing list shows its first items, and more items at each request for more', async () => {
  const { list, shown } = numbers(45, 20)
  await list.again()
  expect(shown()).toEqual([20, '20'])
  await list.more()
  expect(shown()).toEqual([40, '40'])
  await list.more()
  expect(shown()).toEqual([45, null])
  expect(list.value!.list).toEqual(Array.from({ length: 45 }, (_, i) => i))
})

test('a growing list that is read again shows as many items as before, read a hundred at a time', async () => {
  const { state, list } = numbers(500, 120)
  await list.again()
  await list.more()
  state.asked.length = 0
  await list.again()
  expect(state.asked).toEqual([100, 100, 40])
  expect(list.value!.list).toHaveLength(240)
})

test('a growing list that cannot be read keeps its items, and stores the error', async () => {
  const { state, list } = numbers(30, 20)
  await list.again()
  state.count = 0
  await list.more()
  expect(list.value!.list).toHaveLength(20)
  expect(list.trouble).toEqual(new Error('away'))
})

test('a new list begins with its first items, and a late answer for the earlier list is not shown', async () => {
  const { list, shown } = numbers(100, 20)
  await list.again()
  const late = list.more()
  await list.restart()
  await late
  expect(shown()).toEqual([20, '20'])
})

test('each page of a list is read once, and the pages stay when the next page cannot be read', async () => {
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
