import { hasCode, isBusy, isMachineTrouble } from '../../../db/trouble.ts'

/**
 * The database cannot take a request now: it is locked for too long, the disk is full or failing, or the file is gone.
 * The operator can mend these causes, or they pass by themselves. `cause` holds the error behind it.
 *
 * The store has its own class of error, because it knows nothing of HTTP. `http/problems.ts` turns the error into an
 * answer (RULES §7). The command line turns it into a message.
 */
export class DatabaseUnavailable extends Error {
  /** After how many seconds the same request may succeed; undefined when nobody knows. */
  readonly waitSeconds: number | undefined

  constructor(
    cause: unknown,
    message = 'The database cannot take this request now. Try again shortly.',
    waitSeconds?: number,
  ) {
    super(message, { cause })
    this.waitSeconds = waitSeconds
  }
}

/**
 * The write was committed, and then the file could not be looked at, or was no longer there. Nobody knows whether the
 * write will be found later. A caller that simply repeats the write may make it twice.
 */
export class WriteInDoubt extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(
      cause,
      'The database had a problem just after this change, so it may or may not have been kept. Look before you send it again.',
    )
  }
}

/**
 * The open database file or its log is no longer found under its name: the disk was lost, or somebody moved the file.
 */
export class DatabaseGone extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The database file or its log was deleted or replaced. Put it back and restart the service.',
      options,
    )
  }
}

/** The disk has so little room left that writes are refused; see `RoomGuard`. */
export class DiskNearlyFull extends Error {
  constructor() {
    super('The disk of the database is nearly full. Free some space on it: reads go on meanwhile.')
  }
}

/**
 * With FAILOVER=yes: the object store has not confirmed lately that this server owns the practices, so another server
 * may have them by now.
 */
export class NotOwner extends Error {
  constructor() {
    super(
      'The object store has not confirmed for ten seconds that this server owns its practices, and FAILOVER=yes is set. Another server may have them by now, so no change is acknowledged and no message is sent. Reads go on. Look whether this machine reaches the object store. Commands work only on the machine whose server owns the practices.',
    )
  }
}

/** A value that must be unique exists already. */
export const isTaken = (error: unknown): boolean => hasCode(error, /^SQLITE_CONSTRAINT_UNIQUE$/)

/** The database refuses a row because of its content: an overlap, an unknown record, or a value that exists already. */
export const isRefused = (error: unknown): boolean => hasCode(error, /^SQLITE_CONSTRAINT/)

/** The `DatabaseUnavailable` behind an error of a read or a write; undefined when the error is a fault of the code. */
export function troubleOf(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error
  const isTrouble =
    isBusy(error) || isMachineTrouble(error) || isOneOf(error, DatabaseGone, DiskNearlyFull, NotOwner)
  return isTrouble ? new DatabaseUnavailable(error) : undefined
}

const isOneOf = (error: unknown, ...kinds: (abstract new (...args: never[]) => Error)[]): boolean =>
  kinds.some((kind) => error instanceof kind)
