const clocks = new Map<string, Intl.DateTimeFormat>()

/** What clocks on the wall show, as `YYYY-MM-DD HH:MM`. Read through Intl, because the tested code uses Temporal. */
export function wall(instant: number, zone: string): string {
  let clock = clocks.get(zone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(zone, clock)
  }
  return clock.format(instant)
}
