import { lookupId } from '../domain/id.ts'
import { type MovingCell, openMovingCell } from '../move/cell.ts'
import { MoveError } from '../move/move-error.ts'
import { serveMoves } from '../move/serve.ts'
import { command, flag, optional, required, UsageError } from './command.ts'

export const practiceMove = command({
  name: 'practice move',
  summary:
    'Moves a practice to another cell, while everybody works. For some seconds at the end nobody can write. Nobody is signed out, and no link breaks. When the move was interrupted, run the command again.',
  options: {
    id: required('ID', 'The practice, as `member list` prints it.'),
    to: optional('CELL', 'The cell that it goes to, as `cells list` names it.'),
    abort: flag('Ends a move that has not come to its end. The practice stays here.'),
  },
  run: async ({ id, to, abort = false }, { config, now, say }) => {
    if ((to === undefined) === !abort) throw new UsageError('give either --to CELL or --abort')
    await using cell = await openMovingCell(config, { now, say })
    const practiceId = [id, lookupId(id)].find((one) => cell.store.transfer.nameOf(one) !== null)
    if (practiceId === undefined) throw new UsageError('--id is no practice here: look at `member list`')
    using lock = await patientLock(cell.source)
    if (lock === null)
      throw new MoveError('another process moves a practice of this cell: wait until it has ended')
    if (to === undefined) {
      await cell.source.abort(practiceId)
      return { practiceId, aborted: true }
    }
    return { ...(await cell.source.move(practiceId, to)) }
  },
})

/** How often the command checks whether its server still runs, in milliseconds. */
const lookEveryMs = 1_000
/** How long the command waits for another process that is just ending a move, in milliseconds. */
const patienceMs = 20_000

async function patientLock(source: MovingCell['source']): Promise<Disposable | null> {
  for (const end = performance.now() + patienceMs; ; await Bun.sleep(200)) {
    const lock = source.lock()
    if (lock !== null || performance.now() > end) return lock
  }
}

export const cellsListen = command({
  name: 'cells listen',
  summary:
    'Listens for other cells that move practices here, until it is stopped. The server of a cell starts this command by itself.',
  options: {},
  run: async (_, { config, now, say }) => {
    const stop = new AbortController()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())
    // When the server is killed, this process ends, too. The next server starts its own process.
    const parent = process.ppid
    const watching = setInterval(() => process.ppid === parent || stop.abort(), lookEveryMs)
    await using cell = await openMovingCell(config, { now, say })
    await serveMoves(cell, stop.signal)
    clearInterval(watching)
    return { stopped: true }
  },
})
