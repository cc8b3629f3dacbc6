import { BackupError } from '../litestream.ts'

/** The object store gave no usable answer about one of its small objects. The message holds no secrets. */
export class StoreAway extends BackupError {
  constructor(cause: unknown) {
    super(`the object store did not answer: ${cause instanceof Error ? cause.message : cause}`)
  }
}
