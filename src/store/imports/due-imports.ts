import { importStateCodes } from '../../../db/codes.ts'
import { idOf, type StoredId } from '../../../db/stored-id.ts'
import { atWork } from '../../domain/import/kinds.ts'
import type { ReadConnection } from '../engine/connection.ts'
import { mayChange } from '../engine/here.ts'
import { isFree } from '../engine/lease.ts'
import { unscoped } from '../engine/unscoped.ts'
import { importLeaseMs } from './imports.ts'

/** An import, and the practice that it belongs to. */
export interface ImportOf {
  readonly practiceId: string
  readonly id: string
}

/**
 * Finds the imports of all practices that need work. The work on an import happens in the scope of its own practice.
 */
export class DueImports {
  readonly #connection: ReadConnection

  constructor(connection: ReadConnection) {
    this.#connection = connection
  }

  /**
   * The first `most` imports that no process works on at `now` (epoch milliseconds). The longest waiting comes first.
   */
  list(now: number, most: number): ImportOf[] {
    return due.all(this.#connection, now, most)
  }

  /**
   * Imports with a file from before `filesUntil`, or with rows from before `rowsUntil`, or with a paused undo of such
   * rows. Both moments are in epoch milliseconds.
   */
  old(filesUntil: number, rowsUntil: number): ImportOf[] {
    return old.all(this.#connection, filesUntil, rowsUntil)
  }
}

const { committing, committed, undone, undoing } = importStateCodes

interface Stored {
  readonly practiceKey: number
  readonly id: StoredId
}
const toImport = (
  { practiceKey, id }: Stored,
  { practices }: { readonly practices: { idOf(key: number): string } },
): ImportOf => ({ practiceId: practices.idOf(practiceKey), id: idOf(id) })

const due = unscoped<[now: number, most: number], Stored, ImportOf>(
  `select i.practice_key as practiceKey, i.id from imports i
   join import_progress p on p.practice_key = i.practice_key and p.id = i.id
   where (i.state in (${atWork.map((state) => importStateCodes[state]).join()})
       or (i.state = ${committed} and p.reminded_line is not null))
     and i.paused = 0
     and ${isFree(importLeaseMs)}
     and ${mayChange('i.practice_key')}
   order by i.updated_at limit ?2`,
  toImport,
)

const old = unscoped<[filesUntil: number, rowsUntil: number], Stored, ImportOf>(
  `select practice_key as practiceKey, id from imports i
   where ${mayChange('practice_key')} and ((file_removed_at is null and created_at <= ?1
       and not (state in (${committing}, ${undoing}) and paused = 0))
     or (state = ${undoing} and paused = 1 and committed_at <= ?2)
     or (state in (${committed}, ${undone}) and committed_at <= ?2
       and exists (select 1 from import_rows r where r.practice_key = i.practice_key and r.import_id = i.id)))
   limit 10`,
  toImport,
)
