/**
 * Listens for other cells that move practices here, and does the remaining work of interrupted moves. It runs beside
 * the server, in a process of its own.
 */

import type { Say } from '../backup/litestream.ts'
import { StoreAway } from '../backup/owner/store-away.ts'
import { pictureOf } from '../cells/picture-of.ts'
import type { Placement } from '../cells/placement.ts'
import { operatorAct } from '../domain/act.ts'
import { framesOf } from '../domain/fault.ts'
import type { MoveStage } from '../domain/move.ts'
import { pause } from '../domain/pause.ts'
import { troubleOf } from '../store/engine/trouble.ts'
import type { CellMove } from '../store/transfer/cell-moves.ts'
import { Unfit } from '../store/transfer/fields.ts'
import { CannotTell } from '../store/transfer/read.ts'
import { TransferError } from '../transfer/transfer-error.ts'
import type { MovingCell } from './cell.ts'
import { removeLeft } from './left.ts'
import { keepLink, linkOf } from './links.ts'
import { listenForCells } from './listener.ts'
import { MoveError } from './move-error.ts'

/** The pause between two searches for interrupted moves, in milliseconds. */
const lookEveryMs = 5_000
/**
 * How long the rows of a practice that has left stay here, in milliseconds. Meanwhile, requests that still arrive here
 * get the name of its new cell.
 */
const keptMs = 86_400_000
/** How long a key of another cell is remembered, in milliseconds. */
const keyMs = 10_000

/** Listens until `stop` is aborted. @throws MoveError when CELL_LISTEN is not set. */
export async function serveMoves(cell: MovingCell, stop: AbortSignal): Promise<void> {
  const { cells, key, listen, program, target, teller } = cell
  if (listen === undefined)
    throw new MoveError('CELL_LISTEN is not set: it says where other cells reach this one')
  const known = new Map<string, { key: string | null; until: number }>()
  const server = listenForCells({
    address: listen,
    cell: cells.name,
    key,
    async keyOf(name) {
      const found = known.get(name)
      if (found !== undefined && found.until > teller.now()) return found.key
      const link = await linkOf(cells.store, name).catch((error) => {
        if (error instanceof MoveError) return null
        throw error
      })
      if (known.size > 1_000) known.clear()
      known.set(name, { key: link?.key ?? null, until: teller.now() + keyMs })
      return link?.key ?? null
    },
    carryOut: (subject, step, message) => target.carryOut(subject, step, message),
    refusalOf: (error) => refusalOf(error, teller.say),
  })
  const address = `${listen.hostname.includes(':') ? `[${listen.hostname}]` : listen.hostname}:${listen.port}`
  try {
    await patiently(
      () => keepLink(cells.store, cells.name, { address, key: key.publicKey, version: program }),
      stop,
    )
    let last: readonly string[] = []
    while (!stop.aborted) {
      const troubles = await endLeftOver(cell).catch((error) => [whatOf(error)])
      for (const trouble of troubles)
        if (!last.includes(trouble)) teller.say(`a move is not at its end: ${trouble}`)
      last = troubles
      await pause(lookEveryMs, stop)
    }
  } finally {
    await server.stop(true)
  }
}

/**
 * Does the remaining work of interrupted moves from this cell and to this cell. Resolves with a text for each practice
 * whose work failed.
 * @throws StoreAway when the directory cannot be read.
 */
export async function endLeftOver(cell: MovingCell): Promise<string[]> {
  const { cells, store, source, target } = cell
  const troubles: string[] = []
  const each = async (stages: readonly MoveStage[], work: (move: CellMove) => Promise<void>) => {
    for (const move of store.cellMoves.list())
      if (stages.includes(move.stage))
        await work(move).catch((error) => troubles.push(`${move.practiceId}: ${whatOf(error)}`))
  }
  await each(['arrives'], (move) => target.endLeftOver(move))
  if (store.cellMoves.list().length === 0) return troubles
  using lock = source.lock()
  // A command is moving a practice at the moment.
  if (lock === null) return troubles
  const picture = await pictureOf(cells.store)
  await each(['copies', 'drains', 'frozen', 'left'], (move) =>
    endLeaving(cell, move, picture.find(move.practiceId)),
  )
  return troubles
}

async function endLeaving(cell: MovingCell, move: CellMove, placement: Placement | null): Promise<void> {
  const { cells, source, teller } = cell
  const { practiceId, stage, at, generation } = move
  // The practice may have moved on from the other cell meanwhile.
  if (placement !== null && placement.cell !== cells.name && placement.generation >= generation) {
    if (!source.isFinished(practiceId)) await source.finish(practiceId, placement)
    else if (teller.now() - at > keptMs) await removeLeft(cell, practiceId, operatorAct('practice remove'))
  } else if (stage === 'drains' || stage === 'frozen') {
    // The process that moved the practice has died. The practice must not refuse writes until somebody repeats the
    // command.
    await source.abort(practiceId)
  }
}

/**
 * The text for the other cell about an error of a step. For an unexpected error, `say` gets a line for the log, without
 * any content of records.
 */
export function refusalOf(error: unknown, say: Say): string {
  if (isExpected(error)) return (error as Error).message
  say(`a step of a move failed: ${whatOf(error)}`)
  return 'a fault in chairside: its log says more'
}

/**
 * A text about an error, without any content of records. The message of an unexpected error could have such content, so
 * it is left out.
 */
const whatOf = (error: unknown): string =>
  isExpected(error) ? (error as Error).message : `a fault in chairside: ${placeOf(error)}`

function placeOf(error: unknown): string {
  const { name, frames } = framesOf(error)
  return [name, ...frames].join('\n')
}

const isExpected = (error: unknown): boolean =>
  [MoveError, TransferError, StoreAway, Unfit, CannotTell].some((kind) => error instanceof kind) ||
  troubleOf(error) !== undefined

async function patiently(work: () => Promise<void>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error
      await pause(lookEveryMs, stop)
    }
}
