/** Tells the screens when something changed on the server, by whichever desk. */

/** The kinds of records that change, as the API names them. */
export type ChangedKind = string

export interface Change {
  readonly kind: ChangedKind
  readonly id: string
}

type Told = (changes: readonly Change[]) => void

const listeners = new Set<Told>()

/** Runs `told` with each batch of changes until the answered function is called. An empty batch says: read all anew. */
export function whenChanged(told: Told): () => void {
  listeners.add(told)
  return () => listeners.delete(told)
}

/** Hands a batch of changes to every screen. */
export function tell(changes: readonly Change[]): void {
  for (const told of listeners) told(changes)
}
