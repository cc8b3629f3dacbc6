/** Within so many milliseconds before the start, no late notice and no news goes out. */
export const lateWindow = 10 * 60_000

/**
 * The moment from which a notice is too late: ten minutes before the start. A notice that falls due within these
 * ten minutes is too late from the start on. Instants are epoch milliseconds.
 */
export const tooLateFrom = (notice: { readonly startAt: number; readonly dueAt: number }): number =>
  notice.dueAt > notice.startAt - lateWindow ? notice.startAt : notice.startAt - lateWindow
