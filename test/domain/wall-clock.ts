const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local date and time, as `YYYY-MM-DD HH:MM`. Intl reads them, because the tested code uses Temporal. */
export function wall(instant: number, zone: string): string {
  let clock = clocks.get(zone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(zone, clock)
  }
  return clock.format(instant)
}
