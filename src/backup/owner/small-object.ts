interface Content {
  readonly text: string
  /** Changes with each write. */
  readonly tag: string
  /** How long ago it was written, in milliseconds, by the clock of the store. Null where the store does not tell. */
  readonly ageMs: number | null
}

/** A small object in the object store, beside what Litestream keeps there. */
export interface SmallObject {
  /** Whether the store obeys conditions, so that of two writers one always loses. Undefined before the first write. */
  readonly isConditional: boolean | undefined
  /** What the object holds. Null when the store has no such object. */
  read(): Promise<Content | null>
  /**
   * Writes the object if it still has this tag; null means that there must be none yet. Answers its new tag, or null
   * when somebody else has written it meanwhile.
   */
  write(text: string, tag: string | null): Promise<string | null>
}

/** What is asked of the store that holds an object. */
export interface ObjectTerms {
  /** A store that does not answer within this time counts as away. In milliseconds. */
  readonly answerMs: number
  /** Whether a store that obeys no conditions will do. With `conditions`, a change is refused there. */
  readonly needs: 'best effort' | 'conditions'
}

/** How long a store may take to answer before it counts as away, in milliseconds. For most objects. */
export const usualAnswerMs = 20_000

/** Writes the object, whatever it holds. @throws StoreAway; Error when others write it again and again. */
export async function overwrite(object: SmallObject, text: string): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const found = await object.read()
    if (found?.text === text || (await object.write(text, found?.tag ?? null)) !== null) return
  }
  throw new Error('another process writes the same object in the object store: try again')
}
