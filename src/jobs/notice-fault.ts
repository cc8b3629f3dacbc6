/** A fault of ours in the work on one reminder. What it said is left out, for that may be a patient's. */
export class NoticeFault extends Error {
  constructor(cause: unknown, reminderId: string) {
    const { name, stack = '' } = cause instanceof Error ? cause : new Error()
    super(`${name} in the work on the reminder ${reminderId}`)
    this.stack = [`NoticeFault: ${this.message}`, ...stack.split('\n').filter(isFrame)].join('\n')
  }
}

const isFrame = (line: string): boolean => /^ {4}at /.test(line)
