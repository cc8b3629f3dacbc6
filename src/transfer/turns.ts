/**
 * A transaction of an import or of a removal lasts 20 ms at the most. Then other processes have this time to write, in
 * milliseconds. A server that waits for the write lock tries to get it at least once in this time.
 */
const othersMs = 25

/** Resolves after other processes that wait have had the time to write. */
export const letOthersWrite = (): Promise<void> => Bun.sleep(othersMs)
