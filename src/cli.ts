/** `bun run chairside <command>`: the commands on the machine itself. They also work while a server runs. */
import { DatabaseUnusable } from '../db/unusable.ts'
import { BackupError } from './backup/litestream.ts'
import { Declined, UsageError } from './cli/command.ts'
import { tell } from './cli/output.ts'
import { runCommand } from './cli/run.ts'
import { ConfigError } from './config.ts'
import { Problem } from './domain/problem.ts'
import { MoveError } from './move/move-error.ts'
import { DatabaseUnavailable, NotOwner } from './store/engine/trouble.ts'
import { TransferError } from './transfer/transfer-error.ts'

/** The errors for a mistake in the call or in the settings. The caller can correct such a mistake. */
const mistakes = [UsageError, ConfigError, DatabaseUnusable]
/** The errors for a command that was right, but could not be carried out. */
const failures = [Declined, BackupError, MoveError, TransferError, Problem, DatabaseUnavailable]

// No other user of this machine may read the database and the files beside it.
process.umask(0o077)
try {
  await runCommand(process.argv.slice(2))
} catch (error) {
  const isOne = (kinds: readonly (new (...args: never[]) => Error)[]) =>
    kinds.some((kind) => error instanceof kind)
  // Any other error is a fault in chairside, so the output shows where it happened.
  if (!isOne(mistakes) && !isOne(failures)) throw error
  const { message, cause } = error as Error
  tell(`chairside: ${cause instanceof NotOwner ? cause.message : message}`)
  process.exitCode = isOne(mistakes) ? 2 : 1
}
