/** The fields of `changes` whose value differs from the record's: an update that changes nothing is none. */
export function changed<R extends object, C extends { [K in keyof C]: K extends keyof R ? R[K] : never }>(
  record: R,
  changes: C,
): Partial<C> {
  const differing = Object.entries(changes).filter(
    ([key, value]) => !Bun.deepEquals(record[key as keyof R], value),
  )
  return Object.fromEntries(differing) as Partial<C>
}
