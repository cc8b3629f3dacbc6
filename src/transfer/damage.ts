import { TransferError } from './transfer-error.ts'

/**
 * An archive that cannot be imported. The message names the place and the reason, and never the content of the archive.
 */
export class Damaged extends TransferError {
  /** `file` is the file inside the archive; null stands for the archive itself. Lines count from 1. */
  constructor(file: string | null, why: string, line?: number) {
    const place = file === null ? '' : `${file}${line === undefined ? '' : `, line ${line}`}: `
    super(`the archive cannot be taken in. ${place}${why}`)
  }
}
