/** How long before the start no late notice and no news goes out any more, in milliseconds. */
export const lateWindow = 10 * 60_000

/** What decides how long a notice helps. Instants are epoch milliseconds. */
export interface Timed {
  /** The first start that matters: of the start in the notice and the one that the patient knows. */
  readonly firstStartAt: number
  readonly dueAt: number
}

/** A notice with its first start. `knownStartAt` is the start that the patient knows, or null. */
export const withFirstStart = <N extends { readonly startAt: number }>(
  notice: N,
  knownStartAt: number | null,
): N & Pick<Timed, 'firstStartAt'> => ({
  ...notice,
  firstStartAt: Math.min(notice.startAt, knownStartAt ?? notice.startAt),
})

/** How long a notice has at least to go out, in milliseconds. */
const leastRoom = 60_000

/**
 * The moment from which a notice is too late: ten minutes before the first start. A notice that falls due within these
 * ten minutes, or less than a minute before them, is too late from the start on. Instants are epoch milliseconds.
 */
export const tooLateFrom = ({ firstStartAt, dueAt }: Timed): number =>
  dueAt > firstStartAt - lateWindow - leastRoom ? firstStartAt : firstStartAt - lateWindow
