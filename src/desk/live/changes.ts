/** Calls the screens when something changed on the server, by whichever desk. */

/** The kinds of records that change, as the API names them. */
export type ChangedKind = string

export interface Change {
  readonly kind: ChangedKind
  readonly id: string
  /** The patient of a note. Null for every other kind. */
  readonly patientId?: string | null
  /** The member who wrote it. Null for a patient and for the service itself. */
  readonly memberId?: string | null
}

/** `upTo` is the cursor up to which the changes are told, where everything is to be read again. */
type Told = (changes: readonly Change[], upTo?: string) => void

const listeners = new Set<Told>()

/** Runs `told` with each batch of changes until the answered function is called. An empty batch says: read everything again. */
export function whenChanged(told: Told): () => void {
  listeners.add(told)
  return () => listeners.delete(told)
}

/**
 * Runs `told` after changes of records of these kinds, and when everything is to be read again, until the answered
 * function is called.
 */
export const whenKindsChanged = (kinds: readonly ChangedKind[], told: () => void): (() => void) =>
  whenChanged((changes) => {
    if (changes.length === 0 || changes.some(({ kind }) => kinds.includes(kind))) told()
  })

/** Hands a batch of changes to every screen. */
export function tell(changes: readonly Change[], upTo?: string): void {
  for (const told of listeners) told(changes, upTo)
}
