/** The changes of the clocks of a zone in a year, in order. */
export function changesOf(zone: string, year: number): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = []
  let at = Temporal.PlainDate.from(`${year}-01-01`).toZonedDateTime(zone).getTimeZoneTransition('next')
  while (at !== null && at.year === year) {
    changes.push(at)
    at = at.getTimeZoneTransition('next')
  }
  return changes
}
