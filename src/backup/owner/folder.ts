import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClaimObject, claimName } from './claim-object.ts'

/**
 * The claim in a folder, such as a mounted disk. A folder has no conditional write. Two first
 * writers are told apart. Two later ones are told apart unless they write in the same instant.
 */
export function folderClaim(folder: string): ClaimObject {
  const path = join(folder, claimName)
  const tagOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const current = () => (existsSync(path) ? readFileSync(path, 'utf8') : null)
  return {
    async read() {
      const text = current()
      return text === null ? null : { text, tag: tagOf(text) }
    },
    async write(text, tag) {
      mkdirSync(folder, { recursive: true })
      const own = `${path}.${crypto.randomUUID()}`
      writeFileSync(own, text, { mode: 0o600 })
      try {
        const before = current()
        if ((before === null ? null : tagOf(before)) !== tag) return null
        // A link is refused where a file is already, so of two first writers one loses.
        if (tag === null) linkSync(own, path)
        else renameSync(own, path)
        return tagOf(text)
      } catch (error) {
        if ((error as { code?: string }).code === 'EEXIST') return null
        throw error
      } finally {
        rmSync(own, { force: true })
      }
    },
  }
}
