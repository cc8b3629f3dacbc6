import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SmallObject } from './small-object.ts'
import { StoreAway } from './store-away.ts'

/**
 * A small object in a folder, such as a mounted disk. A folder has no conditional write. Of two first writers, only
 * one succeeds. Of two later writers, only one succeeds, unless both write at the same instant.
 */
export function folderObject(folder: string, name: string): SmallObject {
  const path = join(folder, name)
  const tagOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const current = () => {
    if (existsSync(folder)) readdirSync(folder)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }
  /**
   * The age of the object, in milliseconds. The folder may be on another machine. The time of a new file shows the
   * clock of that machine.
   */
  function age(): number {
    const own = `${path}.${crypto.randomUUID()}`
    try {
      writeFileSync(own, '', { mode: 0o600 })
      return statSync(own).mtimeMs - statSync(path).mtimeMs
    } finally {
      rmSync(own, { force: true })
    }
  }
  function write(text: string, tag: string | null): string | null {
    mkdirSync(folder, { recursive: true })
    const own = `${path}.${crypto.randomUUID()}`
    try {
      writeFileSync(own, text, { mode: 0o600 })
      const before = current()
      if ((before === null ? null : tagOf(before)) !== tag) return null
      // A link is refused when the file exists already, so of two first writers one loses.
      if (tag === null && !linked(own, path)) return null
      if (tag !== null) renameSync(own, path)
      return tagOf(text)
    } finally {
      rmSync(own, { force: true })
    }
  }

  return {
    isConditional: false,
    async read() {
      const text = orAway(current)
      return text === null ? null : { text, tag: tagOf(text), ageMs: orAway(age) }
    },
    async write(text, tag) {
      return orAway(() => write(text, tag))
    },
  }
}

/** Gives a file a second name. Returns false when a file of that name exists. */
function linked(file: string, name: string): boolean {
  try {
    linkSync(file, name)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

/** A disk that was unplugged or is full counts as a store that is away. */
function orAway<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new StoreAway(error)
  }
}
