/** A small object in the store, beside the backup, such as the one that says who owns it. */
export interface ClaimObject {
  /** What the object says, and its tag, which changes with each write. Null when there is none. */
  read(): Promise<{ readonly text: string; readonly tag: string } | null>
  /**
   * Writes the object if it still has this tag; null means that there must be none yet. Answers its new tag, or null
   * when somebody else has written it meanwhile.
   */
  write(text: string, tag: string | null): Promise<string | null>
}

/** The name of the object, beside what Litestream keeps. */
export const claimName = 'owner.json'
/** A store that does not answer for so long counts as away, in milliseconds. */
export const answerMs = 20_000
