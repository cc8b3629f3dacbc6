/** Calls the screens when something changed on the server, no matter which desk changed it. */

/** The kinds of records that change, as the API names them. */
export type ChangedKind = string

export interface Change {
  readonly kind: ChangedKind
  readonly id: string
  /** The patient of a note. Null for every other kind. */
  readonly patientId?: string | null
  /** The member who made the change. Null for a patient and for the service itself. */
  readonly memberId?: string | null
}

/** `upTo` is given when everything must be read again. It is the cursor up to which the changes are known. */
type Told = (changes: readonly Change[], upTo?: string) => void

const listeners = new Set<Told>()

/**
 * Calls `told` with each batch of changes, until the returned function is called. An empty batch means that everything
 * must be read again.
 */
export function whenChanged(told: Told): () => void {
  listeners.add(told)
  return () => listeners.delete(told)
}

/**
 * Calls `told` after changes of records of these kinds, and when everything must be read again, until the returned
 * function is called.
 */
export const whenKindsChanged = (kinds: readonly ChangedKind[], told: () => void): (() => void) =>
  whenChanged((changes) => {
    if (changes.length === 0 || changes.some(({ kind }) => kinds.includes(kind))) told()
  })

/** Passes a batch of changes to every screen. */
export function tell(changes: readonly Change[], upTo?: string): void {
  for (const told of listeners) told(changes, upTo)
}
