/** The drill of the directory of cells, shortened: `bun run drill cells` runs it in full. */
import { expect, test } from 'bun:test'
import { conditionalStore } from '../cells/support.ts'
import { cellsDrill } from './cells.ts'

test('a directory of many hosts reaches a router that runs, without a reload (the router is skipped without HAProxy)', async () => {
  const { hosts, router } = await cellsDrill(conditionalStore, { hosts: 3_000, changes: 2 })
  expect(hosts).toBe(3_000)
  if (router !== null) expect(router).toMatchObject({ reloaded: false, said: [] })
})
