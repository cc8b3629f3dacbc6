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

/**
 * Changes a record as a PATCH does (RULES §1): only fields that differ are saved, and only then does `updatedAt` move.
 * `save` is given the differing fields with the new `updatedAt`; what it throws refuses the change.
 * @returns the record as it stands afterwards.
 */
export function amended<
  R extends { readonly updatedAt: number },
  C extends { [K in keyof C]: K extends keyof R ? R[K] : never },
>(record: R, sent: C, now: number, save: (changes: Partial<C> & { updatedAt: number }) => void): R {
  const differing = changed(record, sent)
  if (Object.keys(differing).length === 0) return record
  const changes = { ...differing, updatedAt: now }
  save(changes)
  return { ...record, ...changes }
}
