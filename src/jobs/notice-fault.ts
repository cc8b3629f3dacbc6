/**
 * An error of the service itself while it worked on one notice. It leaves out the message of the original error,
 * which may hold personal data.
 */
export class NoticeFault extends Error {
  constructor(cause: unknown, noticeId: string) {
    const { name, frames } = framesOf(cause)
    super(`${name} while sending the reminder ${noticeId}. This is an error in chairside: please report it`)
    this.stack = [`NoticeFault: ${this.message}`, ...frames].join('\n')
  }
}

/** What is known about an error without its message: its name, and where it happened. */
export function framesOf(cause: unknown): { readonly name: string; readonly frames: readonly string[] } {
  const { name, stack = '' } = cause instanceof Error ? cause : new Error()
  return { name, frames: stack.split('\n').filter(isFrame) }
}

const isFrame = (line: string): boolean => /^ {4}at /.test(line)
