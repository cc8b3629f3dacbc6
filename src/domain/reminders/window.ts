/** From this time before the start on, no late notice and no news is sent any more, in milliseconds. */
export const lateWindow = 10 * 60_000

/** The times that decide how long a notice is useful. Instants are epoch milliseconds. */
export interface Timed {
  /** The earlier one of two starts: the start in the notice, and the start that the patient knows. */
  readonly firstStartAt: number
  readonly dueAt: number
}

/** Adds the first start to a notice. `knownStartAt` is the start that the patient knows, or null. */
export const withFirstStart = <N extends { readonly startAt: number }>(
  notice: N,
  knownStartAt: number | null,
): N & Pick<Timed, 'firstStartAt'> => ({
  ...notice,
  firstStartAt: Math.min(notice.startAt, knownStartAt ?? notice.startAt),
})

/** The least time in which a notice can still be sent, in milliseconds. */
const leastRoom = 60_000

/**
 * The moment from which a notice is too late: ten minutes before the first start. A notice that falls due within these
 * ten minutes, or less than a minute before them, is too late from the start on. Instants are epoch milliseconds.
 */
export const tooLateFrom = ({ firstStartAt, dueAt }: Timed): number =>
  dueAt > firstStartAt - lateWindow - leastRoom ? firstStartAt : firstStartAt - lateWindow
