import { SQLiteError } from 'bun:sqlite'

/** Whether an error means that another process holds the lock. */
export const isBusy = (error: unknown): boolean => hasCode(error, /^SQLITE_(BUSY|LOCKED)/)

/** Whether an error is caused by the machine, not by the request: disk full, read error, read-only file system. */
export const isMachineTrouble = (error: unknown): boolean =>
  hasCode(error, /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM)/)

/** Whether an error is SQLite's own, with a code that matches. */
export const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof SQLiteError && codes.test(error.code ?? '')
