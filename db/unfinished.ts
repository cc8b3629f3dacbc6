import { Database } from 'bun:sqlite'
import type { MoveStage } from '../src/domain/move.ts'
import { moveStageCodes, namesOf } from './codes.ts'
import { idOf, type StoredId } from './stored-id.ts'

/** A practice that is hidden, because its import or its removal has begun and not ended. */
interface Unfinished {
  readonly practiceId: string
  readonly what: 'import' | 'removal'
}

/** A move of a practice between this cell and another cell that has not ended. */
export interface UnfinishedMove {
  readonly practiceId: string
  readonly stage: MoveStage
  /** The other cell. */
  readonly cell: string
  /** When the stage began, in epoch milliseconds. */
  readonly at: number
}

/** Reads from a database file which moves between cells have not ended. Another process may have the file open. */
export function movesIn(path: string): UnfinishedMove[] {
  const db = new Database(path, { readonly: true })
  try {
    return db
      .query<{ id: StoredId; stage: number; cell: string; at: number }, []>(
        `SELECT p.id, m.stage, m.cell, m.at FROM cell_moves m JOIN practices p ON p.key = m.practice_key
         WHERE m.stage <> ${moveStageCodes.came} AND NOT (m.stage = ${moveStageCodes.left} AND m.came) ORDER BY p.id`,
      )
      .all()
      .map(({ id, stage, ...rest }) => ({ practiceId: idOf(id), stage: stages[stage]!, ...rest }))
  } finally {
    db.close()
  }
}

const stages = namesOf(moveStageCodes)

/** Reads from a database file which imports and removals have not ended. Another process may have the file open. */
export function unfinishedTransfers(path: string): Unfinished[] {
  const db = new Database(path, { readonly: true })
  try {
    return db
      .query<{ id: StoredId; what: Unfinished['what'] }, []>(
        `SELECT p.id, iif(r.practice_key IS NULL, 'import', 'removal') AS what
         FROM moving_practices m JOIN practices p ON p.key = m.practice_key
         LEFT JOIN removed_practices r ON r.practice_key = m.practice_key AND r.ended_at IS NULL
         WHERE m.practice_key NOT IN (SELECT practice_key FROM cell_moves WHERE stage = ${moveStageCodes.arrives})`,
      )
      .all()
      .map(({ id, what }) => ({ practiceId: idOf(id), what }))
  } finally {
    db.close()
  }
}

/** Advice for the operator about an unfinished import or removal. The command may still run at this moment. */
export const howToEnd = ({ practiceId, what }: Unfinished): string =>
  what === 'import'
    ? `Unless it runs now, type the same \`practice import\` again. To clear it away instead, type: chairside practice remove --id ${practiceId} --without-export`
    : `Unless it runs now, type: chairside practice remove --id ${practiceId} --without-export`
