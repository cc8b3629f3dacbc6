/** The fields of `changes` whose values differ from the record's. Objects are compared by their content. */
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
 * Changes a record by the rules of PATCH (RULES §1). Calls `save` with the fields that differ and the new `updatedAt`.
 * `save` must write these fields in one statement that also adds 1 to the version. When no field differs, `save` is not
 * called, and `updatedAt` and the version stay.
 * @param now epoch milliseconds
 * @returns the record after the change
 * @throws the error that `save` throws
 */
export function amended<
  R extends { readonly updatedAt: number; readonly version: number },
  C extends { [K in keyof C]: K extends keyof R ? R[K] : never },
>(record: R, sent: C, now: number, save: (changes: Partial<C> & { updatedAt: number }) => void): R {
  const differing = changed(record, sent)
  if (Object.keys(differing).length === 0) return record
  const changes = { ...differing, updatedAt: now }
  save(changes)
  return { ...record, ...changes, version: record.version + 1 }
}
