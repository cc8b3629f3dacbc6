import { Database } from 'bun:sqlite'
import type { MoveStage } from '../src/domain/move.ts'
import { moveStageCodes, namesOf } from './codes.ts'
import { idOf, type StoredId } from './stored-id.ts'

/** A practice that nobody sees, because an import or a removal of it has begun and not ended. */
interface Unfinished {
  readonly practiceId: string
  readonly what: 'import' | 'removal'
}

/** A move of a practice between this cell and another one that has not come to its end. */
export interface UnfinishedMove {
  readonly practiceId: string
  readonly stage: MoveStage
  /** The other cell. */
  readonly cell: string
  /** When the stage began, in epoch milliseconds. */
  readonly at: number
}

/** Reads from a file that another process may have open which moves between cells have not come to their end. */
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

/** Reads from a file that another process may have open which imports and removals have not ended. */
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

/** What to do about it, beside the finding itself. The command may be at work at this moment. */
export const howToEnd = ({ practiceId, what }: Unfinished): string =>
  what === 'import'
    ? `Unless it runs now, type the same \`practice import\` again. To clear it away instead, type: chairside practice remove --id ${practiceId} --without-export`
    : `Unless it runs now, type: chairside practice remove --id ${practiceId} --without-export`
