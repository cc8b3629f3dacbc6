/**
 * An error of the service itself, for the log. The fault keeps the name and the stack frames of the original error. It
 * leaves out the original message, which may contain personal data.
 */
export class Fault extends Error {
  /** `told` returns the message for the name of the original error. */
  constructor(cause: unknown, told: (name: string) => string) {
    const { name, frames } = framesOf(cause)
    super(told(name))
    this.stack = [`${new.target.name}: ${this.message}`, ...frames].join('\n')
  }
}

/** The parts of an error without its message: its name and its stack frames. */
export function framesOf(cause: unknown): { readonly name: string; readonly frames: readonly string[] } {
  const { name, stack = '' } = cause instanceof Error ? cause : new Error()
  return { name, frames: stack.split('\n').filter((line) => /^ {4}at /.test(line)) }
}
