import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thrownBy } from '../support/rejection.ts'
import { nextRelease, release } from '../support/release.ts'

const changelog = (unreleased: string) => `# Changelog\n\n## [Unreleased]\n${unreleased}
## [0.2.0] - 2026-11-23\n\n### Added\n\n- The first thing.\n`
const added = '\n### Added\n\n- A second thing.\n\n### Fixed\n\n- A fault.\n'
const fixed = '\n### Fixed\n\n- A fault.\n'
const day = '2027-01-05'

describe('the next release of a changelog', () => {
  test('contains the changes under "Unreleased", and begins a new empty part "Unreleased"', () => {
    const next = nextRelease(changelog(added), '0.2.0', day)
    expect(next.version).toBe('0.3.0')
    expect(next.changelog).toBe(
      changelog(added).replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.3.0] - 2027-01-05\n'),
    )
    expect(next.notes).toBe(added.trim())
  })

  test('raises only the last number of the version when all changes are repairs', () => {
    expect(nextRelease(changelog(fixed), '0.2.0', day).version).toBe('0.2.1')
  })

  test('gets the version that the caller wants, if this version is later than the present one', () => {
    expect(nextRelease(changelog(fixed), '0.2.0', day, '1.0.0').version).toBe('1.0.0')
    for (const wanted of ['0.2.0', '0.1.9', 'v1.0.0', '1.0'])
      expect(() => nextRelease(changelog(fixed), '0.2.0', day, wanted)).toThrow('not a version after 0.2.0')
  })

  test('is refused when nothing has changed', () => {
    expect(() => nextRelease(changelog(''), '0.2.0', day)).toThrow('names no change')
  })
})

describe('a release in a repository', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  function repository() {
    const folder = mkdtempSync(join(tmpdir(), 'release-'))
    folders.push(folder)
    const git = (...words: string[]) => {
      const run = Bun.spawnSync(['git', ...words], { cwd: folder })
      expect(run.stderr.toString()).toBe('')
      return run.stdout.toString().trim()
    }
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    write('CHANGELOG.md', changelog(added))
    write('package.json', '{\n  "name": "made-up",\n  "version": "0.2.0"\n}\n')
    git('init', '--quiet')
    git('config', 'user.name', 'A person')
    git('config', 'user.email', 'person@example.org')
    git('add', '.')
    git('commit', '--quiet', '--message', 'Begin')
    return { folder, git, write, read: (name: string) => readFileSync(join(folder, name), 'utf8') }
  }

  test('makes the version, the changelog, the commit and the tag when the checks pass', async () => {
    const { folder, git, read } = repository()
    // The checks run with the files of the release.
    expect(await release(folder, ['grep', '-q', '0.3.0', 'package.json', 'CHANGELOG.md'], day)).toBe('v0.3.0')
    expect(read('package.json')).toContain('"version": "0.3.0"')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '-1', '--format=%s %D')).toMatch(/^Release 0\.3\.0 .*tag: v0\.3\.0/)
    expect(git('tag', '--list', '--format=%(contents)')).toBe(`chairside 0.3.0\n\n${added.trim()}`)
  })

  test('changes nothing when the checks fail', async () => {
    const { folder, git, read } = repository()
    expect(await thrownBy(release(folder, ['false'], day))).toThrow('The checks failed')
    expect(read('CHANGELOG.md')).toBe(changelog(added))
    expect([git('status', '--porcelain'), git('tag')]).toEqual(['', ''])
  })

  test('is refused when there are changes without a commit, or the tag exists', async () => {
    const { folder, git, write } = repository()
    write('notes.txt', 'not in a commit')
    expect(await thrownBy(release(folder, ['true'], day))).toThrow('changes that are in no commit')
    rmSync(join(folder, 'notes.txt'))
    git('tag', 'v0.3.0')
    expect(await thrownBy(release(folder, ['true'], day))).toThrow('a tag v0.3.0 already')
  })
})
