/** How long records of a treatment must be kept (RULES §16). */

/** How many years a practice keeps them where it has set nothing. */
export const defaultKeepPatientsYears = 10

/**
 * When the duty to keep a patient's records ends: so many calendar years after the last treatment, at the same time on the
 * practice's clocks. A year that has no 29 February ends on the 28th. Epoch milliseconds.
 */
export const dutyEndsAt = (lastTreatedAt: number, years: number, timezone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(lastTreatedAt).toZonedDateTimeISO(timezone).add({ years })
    .epochMilliseconds
