/**
 * An error of the service itself, for the log. It keeps the name of the original error and the places where that happened.
 * It leaves out its message, which may hold personal data.
 */
export class Fault extends Error {
  /** `told` makes the message out of the name of the original error. */
  constructor(cause: unknown, told: (name: string) => string) {
    const { name, frames } = framesOf(cause)
    super(told(name))
    this.stack = [`${new.target.name}: ${this.message}`, ...frames].join('\n')
  }
}

/** What is known about an error without its message: its name, and where it happened. */
export function framesOf(cause: unknown): { readonly name: string; readonly frames: readonly string[] } {
  const { name, stack = '' } = cause instanceof Error ? cause : new Error()
  return { name, frames: stack.split('\n').filter((line) => /^ {4}at /.test(line)) }
}
