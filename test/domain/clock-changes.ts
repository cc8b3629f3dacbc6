/** The moments of a year at which the clocks of a time zone change, in order. */
export function changesOf(zone: string, year: number): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = []
  let at = Temporal.PlainDate.from(`${year}-01-01`).toZonedDateTime(zone).getTimeZoneTransition('next')
  while (at !== null && at.year === year) {
    changes.push(at)
    at = at.getTimeZoneTransition('next')
  }
  return changes
}
