import { expect, test } from 'bun:test'
import { historiesDrill } from './histories.ts'

test('§17 The requests of clients of two processes are linearizable, also when clients lose answers and servers are killed.', async () => {
  const figures = await historiesDrill({ seeds: 1, operations: 800, clients: 12 })
  expect(figures.histories).toBe(12)
  expect(figures.cut).toBeGreaterThan(40)
  expect(figures.ignored).toBeGreaterThan(40)
  expect(figures.replayed).toBeGreaterThan(40)
  expect(figures.broken).toBeGreaterThan(0)
  expect(figures.inTransaction).toBeGreaterThan(0)
})
