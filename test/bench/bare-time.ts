/** The text of an instant, as a plain program makes it. There is no cache. */
export const formatInstant = (instant: number): string => new Date(instant).toISOString()
