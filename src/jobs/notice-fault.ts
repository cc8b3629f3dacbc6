/**
 * An error of the service itself while it worked on one notice. It leaves out the message of the original error,
 * which may hold personal data.
 */
export class NoticeFault extends Error {
  constructor(cause: unknown, noticeId: string) {
    const { name, stack = '' } = cause instanceof Error ? cause : new Error()
    super(`${name} while sending the reminder ${noticeId}. This is an error in chairside: please report it`)
    this.stack = [`NoticeFault: ${this.message}`, ...stack.split('\n').filter(isFrame)].join('\n')
  }
}

const isFrame = (line: string): boolean => /^ {4}at /.test(line)
