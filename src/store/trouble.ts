import { SQLiteError } from 'bun:sqlite'
import { type Problem, unavailable } from '../domain/problem.ts'

/** The file or the log we have open is no longer the one under its name: the disk was lost, or somebody moved it. */
export class DatabaseGone extends Error {
  constructor(options?: ErrorOptions) {
    super('the database file or its log was deleted or replaced', options)
  }
}

/** A lock that another process holds. */
export const isBusy = (error: unknown): boolean => hasCode(error, /^SQLITE_(BUSY|LOCKED)/)

/** Trouble of the machine, not of the request: disk full, read error, read-only file system. */
export const isMachineTrouble = (error: unknown): boolean =>
  hasCode(error, /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM)/)

/** A value that must be unique is there already. */
export const isTaken = (error: unknown): boolean => hasCode(error, /^SQLITE_CONSTRAINT_UNIQUE$/)

/** `unavailable` for what will pass or can be mended without us, undefined for a fault of ours. */
export const troubleOf = (error: unknown): Problem | undefined =>
  isBusy(error) || isMachineTrouble(error) || error instanceof DatabaseGone ? unavailable(error) : undefined

const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof SQLiteError && codes.test(error.code ?? '')
