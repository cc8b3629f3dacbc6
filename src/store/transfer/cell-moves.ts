/** The moves of practices between cells, as the database of a cell keeps them (`domain/move.ts`). */
import { sql } from 'drizzle-orm'
import { moveStageCodes, namesOf } from '../../../db/codes.ts'
import { reminderJobs } from '../../../db/schema/notices.ts'
import { idOf, type StoredId, storedId } from '../../../db/stored-id.ts'
import { bookkeepingAct } from '../../domain/act.ts'
import type { MoveStage } from '../../domain/move.ts'
import type { Connection, ReadConnection, WriteConnection } from '../engine/connection.ts'
import { withWriteScope } from '../engine/scope.ts'
import { select } from '../engine/statement.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import { unleased, updateNotice } from '../notices/notices.ts'
import { recordOutcome } from '../notices/record-outcome.ts'

/** A move of a practice, as this cell knows it. */
export interface CellMove {
  readonly practiceId: string
  /** The id of the move, which the directory has, too. */
  readonly move: string
  readonly stage: MoveStage
  /** The other cell. */
  readonly cell: string
  /** The generation that the practice has after the move. */
  readonly generation: number
  /** When the stage began, in epoch milliseconds. */
  readonly at: number
  /** The number of the last row of the old cell's trail that was sent to the new cell. */
  readonly trailSeq: number
  /**
   * In the old cell: whether the new cell has confirmed that it serves the practice and has the rest of the trail. In
   * the new cell: whether the old cell has confirmed that it has no further rows of the trail.
   */
  readonly came: boolean
}

/** A key of the whole installation that has signed links. Instants are epoch milliseconds. */
export interface SharedLinkKey {
  readonly key: Uint8Array
  readonly createdAt: number
  readonly replacedAt: number
  readonly neededUntil: number
}

/** Freezes practices that leave, and stores the stage of each move. */
export class CellMoves {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** Every move that this cell knows. */
  list(): CellMove[] {
    return all.all(this.#connection)
  }

  /** The move of a practice; null when there is none. */
  find(practiceId: string): CellMove | null {
    return one.get(this.#connection, storedId(practiceId))
  }

  /** Begins the move of a practice that is here. Writes are still allowed. `now` is in epoch milliseconds. */
  begin(move: Pick<CellMove, 'practiceId' | 'move' | 'cell' | 'generation'>, now: number): Promise<void> {
    return this.#writer.write((connection): void => {
      addMove(connection, { ...move, stage: 'copies', at: now, trailSeq: 0, came: false })
    })
  }

  /** From now on, the practice takes no writes. Only deliveries that have begun may still end; see `deliveries`. */
  drain(practiceId: string, now: number): Promise<void> {
    return this.#set(practiceId, 'drains', now)
  }

  /** How many messages of a practice are being delivered. */
  deliveries(practiceId: string): number {
    return leasedOf.get(this.#connection, storedId(practiceId))!.count
  }

  /**
   * From now on, nothing of the practice is written. The outcome of running deliveries is not known, so their messages
   * become uncertain. `now` is in epoch milliseconds.
   */
  freeze(practiceId: string, now: number): Promise<void> {
    return this.#writer.write((connection): void => {
      withWriteScope(connection, practiceId, bookkeepingAct('sendMessage'), (tx) => {
        for (const notice of tx.all(leased)) {
          const end = { state: 'uncertain', reason: null } as const
          updateNotice(tx, notice.id, { ...end, uncertainAt: now, ...unleased, updatedAt: now })
          recordOutcome(tx, notice, end)
        }
      })
      setStage(connection, practiceId, 'frozen', now)
    })
  }

  /** Whether a file of an import is beside the database. The file belongs to this cell, and is removed after a day. */
  hasImportFile(practiceId: string): boolean {
    return importFile.get(this.#connection, storedId(practiceId)) !== null
  }

  /** The random bytes of the webhooks' secrets. */
  webhookSecrets(practiceId: string): { id: string; nonce: Uint8Array; formerNonce: Uint8Array | null }[] {
    return secretsOf.all(this.#connection, storedId(practiceId))
  }

  /**
   * The keys with which this installation signed links before each practice had a key of its own. The other cell needs
   * them to check links in old mails.
   */
  sharedLinkKeys(): SharedLinkKey[] {
    return sharedKeys.all(this.#connection)
  }

  /** Notes that the other cell serves the practice from now on. Nothing of the practice is written here. */
  leave(practiceId: string, now: number): Promise<void> {
    return this.#set(practiceId, 'left', now)
  }

  /** Notes the last row of the trail that was sent to the other cell, or that came from there. */
  noteTrail(practiceId: string, trailSeq: number): Promise<void> {
    return this.#writer.write((connection): void => setTrailSeq(connection, practiceId, trailSeq))
  }

  /** Notes that the new cell serves the practice and has the rest of its trail. */
  noteCame(practiceId: string): Promise<void> {
    return this.#writer.write((connection): void => void setCame.run(connection, storedId(practiceId)))
  }

  /** Allows all writes again, and continues the copying. */
  thaw(practiceId: string, now: number): Promise<void> {
    return this.#set(practiceId, 'copies', now)
  }

  /** Forgets the move of a practice. */
  forget(practiceId: string): Promise<void> {
    return this.#writer.write((connection): void => forgetMove(connection, practiceId))
  }

  #set(practiceId: string, stage: MoveStage, now: number): Promise<void> {
    return this.#writer.write((connection): void => setStage(connection, practiceId, stage, now))
  }
}

/** Adds the move of a practice. It must run in a transaction. */
export function addMove(connection: WriteConnection, move: CellMove): void {
  const { practiceId, stage, cell, generation, at, trailSeq } = move
  add.run(
    connection,
    storedId(practiceId),
    storedId(move.move),
    moveStageCodes[stage],
    cell,
    generation,
    at,
    trailSeq,
  )
  connection.noteFreeze()
}

/** Begins a stage of a move. It must run in a transaction. */
export function setStage(
  connection: WriteConnection,
  practiceId: string,
  stage: MoveStage,
  now: number,
): void {
  set.run(connection, storedId(practiceId), moveStageCodes[stage], now)
  connection.noteFreeze()
}

/** Notes the last row of the old cell's trail that is in the new cell. It must run in a transaction. */
export const setTrailSeq = (connection: WriteConnection, practiceId: string, seq: number): void =>
  void setTrail.run(connection, storedId(practiceId), seq)

/** Stores the data that a practice needs when it becomes visible. Null removes them. It must run in a transaction. */
export const setReady = (connection: WriteConnection, practiceId: string, ready: string | null): void =>
  void keepReady.run(connection, storedId(practiceId), ready)

/** The data that a practice needs when it becomes visible; null when they are not known. */
export const readyOf = (connection: Connection, practiceId: string): string | null =>
  readyIn.get(connection, storedId(practiceId))?.ready ?? null

/** Forgets a move. It must run in a transaction. */
export function forgetMove(connection: WriteConnection, practiceId: string): void {
  forget.run(connection, storedId(practiceId))
  connection.noteFreeze()
}

/** The move of a practice; null when there is none. */
export const moveOf = (connection: Connection, practiceId: string): CellMove | null =>
  one.get(connection, storedId(practiceId))

/** The messages that are being delivered. */
const leased = select({
  fields: {
    id: reminderJobs.id,
    patientId: reminderJobs.patientId,
    channel: reminderJobs.channel,
    kind: reminderJobs.kind,
  },
  from: reminderJobs,
  where: sql`lease is not null`,
})

const stages = namesOf(moveStageCodes)
interface Stored extends Omit<CellMove, 'practiceId' | 'move' | 'stage' | 'came'> {
  readonly practiceKey: number
  readonly move: StoredId
  readonly stage: number
  readonly came: number
}
const moveIn = (
  { practiceKey, move, stage, came, ...rest }: Stored,
  { practices }: Connection,
): CellMove => ({
  practiceId: practices.idOf(practiceKey),
  move: idOf(move),
  stage: stages[stage]!,
  came: came === 1,
  ...rest,
})
const columns = 'practice_key as practiceKey, move, stage, cell, generation, at, trail_seq as trailSeq, came'
const ofPractice = 'practice_key = (select key from practices where id = ?1)'

const all = unscoped<[], Stored, CellMove>(`select ${columns} from cell_moves order by practice_key`, moveIn)
const one = unscoped<[id: StoredId], Stored, CellMove>(
  `select ${columns} from cell_moves where ${ofPractice}`,
  moveIn,
)
const add = unscoped<
  [id: StoredId, move: StoredId, stage: number, cell: string, generation: number, at: number, seq: number]
>(`insert into cell_moves (practice_key, move, stage, cell, generation, at, trail_seq, came)
  select key, ?2, ?3, ?4, ?5, ?6, ?7, 0 from practices where id = ?1`)
const set = unscoped<[id: StoredId, stage: number, now: number]>(
  `update cell_moves set stage = ?2, at = ?3 where ${ofPractice}`,
)
const forget = unscoped<[id: StoredId]>(`delete from cell_moves where ${ofPractice}`)
const leasedOf = unscoped<[id: StoredId], { count: number }>(
  `select count(*) as count from reminder_jobs where lease is not null and ${ofPractice}`,
)
const setTrail = unscoped<[id: StoredId, seq: number]>(
  `update cell_moves set trail_seq = ?2 where ${ofPractice}`,
)
const setCame = unscoped<[id: StoredId]>(`update cell_moves set came = 1 where ${ofPractice}`)
const keepReady = unscoped<[id: StoredId, ready: string | null]>(
  `update cell_moves set ready = ?2 where ${ofPractice}`,
)
const readyIn = unscoped<[id: StoredId], { ready: string | null }>(
  `select ready from cell_moves where ${ofPractice}`,
)
const secretsOf = unscoped<
  [id: StoredId],
  { id: StoredId; nonce: Uint8Array; formerNonce: Uint8Array | null },
  { id: string; nonce: Uint8Array; formerNonce: Uint8Array | null }
>(`select id, nonce, former_nonce as formerNonce from webhooks where ${ofPractice} order by id`, (row) => ({
  ...row,
  id: idOf(row.id),
}))
const sharedKeys = unscoped<[], SharedLinkKey>(`
  select key, created_at as createdAt, coalesce(replaced_at, needed_until) as replacedAt, needed_until as neededUntil
  from signing_keys where needed_until is not null order by id`)
const importFile = unscoped<[id: StoredId], { found: 1 }>(
  `select 1 as found from imports where file_removed_at is null and ${ofPractice} limit 1`,
)
