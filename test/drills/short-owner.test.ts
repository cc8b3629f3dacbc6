/** Short forms of the drills about the owner of the backup. `bun run drill` runs the full drills. */
import { expect, test } from 'bun:test'
import { azurite } from '../support/replica.ts'
import { backInTimeDrill } from './back-in-time.ts'
import { clonedMachineDrill, mayClone } from './cloned-machine.ts'
import { secondWriterDrill } from './second-writer.ts'

test('§12.2 Only one machine at a time streams to one place in the object store. A second writer is refused, however it came about.', async () => {
  const accidents = await secondWriterDrill(azurite, { full: false })
  expect(accidents.map(({ refusal }) => refusal)).toEqual([
    expect.stringContaining('continued by another machine'),
    expect.stringContaining('stop that one first'),
    expect.stringContaining('belongs to another database'),
    expect.stringContaining('belongs to https://one.example'),
  ])
})

test('going back in time undoes what came later, and nothing else', async () => {
  const { undone, cameBack } = await backInTimeDrill(azurite, { rounds: 1, clients: 2 })
  expect(undone).toBeGreaterThan(10)
  expect(cameBack).toBe(0)
})

test.skipIf(!mayClone())(
  '§12.2 A cloned machine, or a machine with a clock that is ahead, does not serve beside the owner of the database.',
  async () => {
    const { refusals } = await clonedMachineDrill(azurite, { takeOver: false })
    for (const refusal of refusals) expect(refusal).toContain('runs with this backup at this moment')
  },
)
