/**
 * Makes a release: `bun run release`, or `bun run release 1.0.0` to choose the version. The script gives the part
 * `[Unreleased]` of the changelog a version and a date. Then it writes the version into `package.json`, runs the
 * checks, and makes the commit and the tag. It publishes nothing.
 */
import { join } from 'node:path'

const open = '## [Unreleased]'

/** A release that was refused. The message tells the user what to do. */
export class ReleaseError extends Error {}

/** The texts of a release. */
export interface Release {
  /** The version, such as `0.3.0`. */
  readonly version: string
  /** The whole changelog, in which the part of this release has its version and day. */
  readonly changelog: string
  /** The part of this release without its heading: the message of the tag. */
  readonly notes: string
}

/**
 * The next release of a changelog. Without `wanted`, the last number of the version rises when the notes contain only
 * fixes. Otherwise the middle number rises.
 * @param version the present version
 * @param day the day of the release, as `2026-11-23`
 * @throws ReleaseError when nothing has changed, or the wanted version is not a later one
 */
export function nextRelease(changelog: string, version: string, day: string, wanted?: string): Release {
  const from = changelog.indexOf(`${open}\n`)
  if (from < 0)
    throw new ReleaseError(`CHANGELOG.md has no heading "${open}". Write it above the last version.`)
  const begin = from + open.length
  const end = changelog.indexOf('\n## [', begin)
  const notes = changelog.slice(begin, end < 0 ? undefined : end).trim()
  if (!notes.includes('\n- '))
    throw new ReleaseError('CHANGELOG.md names no change. Write what has changed, first.')
  const next = wanted ?? raised(version, notes)
  if (!/^\d+\.\d+\.\d+$/.test(next) || Bun.semver.order(next, version) !== 1)
    throw new ReleaseError(
      `${next} is not a version after ${version}. Type one such as ${raised(version, notes)}.`,
    )
  const closed = `${open}\n\n## [${next}] - ${day}\n\n${notes}\n`
  return {
    version: next,
    changelog: changelog.slice(0, from) + closed + (end < 0 ? '' : changelog.slice(end)),
    notes,
  }
}

/**
 * The version after this one. The middle number rises when the notes have a heading other than `Fixed` and `Security`.
 */
function raised(version: string, notes: string): string {
  const [major, minor, patch] = version.split('.').map(Number)
  const repairsOnly = [...notes.matchAll(/^### (.+)$/gm)].every(([, title]) =>
    /^(Fixed|Security)$/.test(title!),
  )
  return repairsOnly ? `${major}.${minor}.${patch! + 1}` : `${major}.${minor! + 1}.0`
}

/**
 * Writes the release into a repository, checks it, and makes the commit and the tag. When the checks fail, both changed
 * files are restored.
 * @param check the command that must end with 0
 * @returns the tag, such as `v0.3.0`
 * @throws ReleaseError when the folder has other changes, the tag exists, or the checks fail
 */
export async function release(
  folder: string,
  check: readonly string[],
  day: string,
  wanted?: string,
): Promise<string> {
  const git = (...words: string[]) => {
    const run = Bun.spawnSync(['git', ...words], { cwd: folder })
    if (!run.success) throw new ReleaseError(`git ${words[0]} failed: ${run.stderr.toString().trim()}`)
    return run.stdout.toString().trim()
  }
  if (git('status', '--porcelain') !== '')
    throw new ReleaseError(
      'The folder has changes that are in no commit. Commit them or put them away, first.',
    )

  const [changelogPath, packagePath] = [join(folder, 'CHANGELOG.md'), join(folder, 'package.json')]
  const [changelog, manifest] = [await Bun.file(changelogPath).text(), await Bun.file(packagePath).text()]
  const next = nextRelease(changelog, (JSON.parse(manifest) as { version: string }).version, day, wanted)
  const tag = `v${next.version}`
  if (git('tag', '--list', tag) !== '')
    throw new ReleaseError(`There is a tag ${tag} already. Choose another version.`)

  await Bun.write(changelogPath, next.changelog)
  await Bun.write(packagePath, manifest.replace(/("version": )"[^"]*"/, `$1"${next.version}"`))
  if (!Bun.spawnSync([...check], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }).success) {
    git('checkout', '--', 'CHANGELOG.md', 'package.json')
    throw new ReleaseError('The checks failed, so nothing was released. Mend what they name, and try again.')
  }
  git('commit', '--all', '--message', `Release ${next.version}`)
  git(
    'tag',
    '--annotate',
    '--cleanup=verbatim',
    '--message',
    `chairside ${next.version}\n\n${next.notes}`,
    tag,
  )
  return tag
}

if (import.meta.main) {
  try {
    const day = Temporal.Now.plainDateISO().toString()
    const tag = await release('.', ['bun', 'run', 'check'], day, process.argv[2])
    console.log(`${tag} is made. To publish it, type: git push --follow-tags`)
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
