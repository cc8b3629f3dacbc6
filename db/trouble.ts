import { SQLiteError } from 'bun:sqlite'

/** Another process holds the lock. */
export const isBusy = (error: unknown): boolean => hasCode(error, /^SQLITE_(BUSY|LOCKED)/)

/** The machine is at fault, not the request: disk full, read error, read-only file system. */
export const isMachineTrouble = (error: unknown): boolean =>
  hasCode(error, /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM)/)

/** Whether an error is SQLite's own, with a code that matches. */
export const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof SQLiteError && codes.test(error.code ?? '')
