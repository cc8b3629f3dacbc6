interface Content {
  readonly text: string
  /** The tag of the content, which changes with each write. */
  readonly tag: string
  /**
   * How long ago the object was written, in milliseconds, by the clock of the store. Null when the store does not give
   * this time.
   */
  readonly ageMs: number | null
}

/** A small object in the object store, beside Litestream's own files. */
export interface SmallObject {
  /** Whether the store obeys conditions, so that only one of two writers succeeds. Undefined before the first write. */
  readonly isConditional: boolean | undefined
  /** Reads the content of the object. Null when the store has no such object. */
  read(): Promise<Content | null>
  /**
   * Writes the object if it still has this tag. The tag null means that the object must not exist yet. Returns the new
   * tag, or null when another process has written the object meanwhile.
   */
  write(text: string, tag: string | null): Promise<string | null>
}

/** The requirements on the store that holds an object. */
export interface ObjectTerms {
  /** A store that does not answer within this time counts as away. In milliseconds. */
  readonly answerMs: number
  /**
   * With `best effort`, the store need not obey conditional writes. With `conditions`, a change is refused on a store
   * that does not obey conditional writes.
   */
  readonly needs: 'best effort' | 'conditions'
}

/** The usual `answerMs`: how long a store may take to answer before it counts as away, in milliseconds. */
export const usualAnswerMs = 20_000

/**
 * Writes the object, whatever its present content is. @throws StoreAway; Error when other processes keep writing it.
 */
export async function overwrite(object: SmallObject, text: string): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const found = await object.read()
    if (found?.text === text || (await object.write(text, found?.tag ?? null)) !== null) return
  }
  throw new Error('another process writes the same object in the object store: try again')
}
