import { Fault } from '../domain/fault.ts'

/** An error of the service itself while it worked on one notice. */
export class NoticeFault extends Fault {
  constructor(cause: unknown, noticeId: string) {
    super(
      cause,
      (name) =>
        `${name} while sending the reminder ${noticeId}. This is an error in chairside: please report it`,
    )
  }
}
