/** The text of an instant, made as a plain program makes it. Nothing is remembered. */
export const formatInstant = (instant: number): string => new Date(instant).toISOString()
