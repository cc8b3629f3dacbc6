import { ask } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { sendFile } from '../../../api/send-file.ts'
import { Told } from '../../../base/say-failure.ts'
import { mistakes } from '../../../parts/form.ts'
import { words } from '../../../words/words.ts'
import type { Import, Kind } from './state.ts'

/** The largest file that the service accepts, in bytes. */
export const mostBytes = 200 * 1024 ** 2
/** Above this size in bytes, the service is asked first whether it accepts a file now. */
const largeBytes = 5 * 1024 ** 2

interface Bringing {
  readonly kind: Kind
  /** The program that the file comes from. */
  readonly name: string
  readonly file: File
  readonly signal: AbortSignal
  /** Is called with the number of bytes that were sent. */
  readonly sent: (bytes: number) => void
}

/** Begins an import by sending its file. @throws Failure, Told, and mistakes for the form. */
export async function bringFile({ kind, name, file, signal, sent }: Bringing): Promise<Import> {
  const type = /\.(tsv|tab|txt)$/i.test(file.name) ? 'text/tab-separated-values' : 'text/csv'
  const path = `/api/v1/imports?${new URLSearchParams({ kind, name })}`
  const send = (file: Blob) =>
    ask(() => {
      sent(0)
      return sendFile<Import>(path, { file, type, sent, signal })
    })
  try {
    // A browser sends the whole file before it reads a refusal. So an empty file is sent first. The service answers
    // `validation_failed` for the empty file only when it would accept a real file.
    if (file.size > largeBytes)
      await send(new Blob()).catch((error) => {
        if (!failedBy(error, 'validation_failed')) throw error
      })
    return await send(file)
  } catch (error) {
    if (signal.aborted) throw mistakes({})
    throw inWords(error)
  }
}

function inWords(error: unknown): unknown {
  const { imports: says } = words.value
  if (failedBy(error, 'conflict')) return new Told(says.otherUnderWay)
  if (failedBy(error, 'payload_too_large')) return mistakes({ file: says.fileTooLarge })
  if (failedBy(error, 'unavailable') && error.details[0]?.path === 'disk') return new Told(says.noRoom)
  return failedBy(error, 'unsupported_media_type') ? new Told(says.noText) : error
}
