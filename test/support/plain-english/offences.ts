import { habitsIn, stumblesIn } from './phrases.ts'
import { proseIn } from './prose.ts'
import { countWords, type Piece, sentencesOf, withoutCode } from './sentences.ts'

/** The most words a sentence may have. Writers aim at 25. */
export const mostWords = 30

/**
 * Returns one line for each sentence of a text that is too long or contains a phrase to avoid. A line has the file, the
 * number of the line in the file, the reasons and the sentence. `place` is the path of the file.
 */
export const offencesIn = (place: string, pieces: readonly Piece[], most = mostWords): string[] =>
  pieces.flatMap(sentencesOf).flatMap(({ line, text }) => {
    const words = countWords(text)
    const stumbles = stumblesIn(withoutCode(text).trim())
    const reasons = [...(words > most ? [`${words} words`] : []), ...stumbles.map((phrase) => `"${phrase}"`)]
    return reasons.length === 0 ? [] : [`${place}:${line}: ${reasons.join(', ')}: ${text}`]
  })

/** @returns one line for each sentence of these files that breaks the rules */
export async function offences(paths: readonly string[], most = mostWords): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => offencesIn(path, proseIn(path, await Bun.file(path).text()), most)),
  )
  return found.flat()
}

/** @returns one line for each phrase of `habits` (`phrases.ts`) in a sentence of these files */
export async function habitual(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) =>
      proseIn(path, await Bun.file(path).text())
        .flatMap(sentencesOf)
        .flatMap(({ line, text }) =>
          habitsIn(withoutCode(text).trim()).map((habit) => `${path}:${line}: "${habit}": ${text}`),
        ),
    ),
  )
  return found.flat()
}

/** The paths of all files with prose, relative to the root of the repository. */
export const filesWithProse = (): string[] =>
  ['{src,db,test,.ci,.github}/**/*', '*.{md,ts,toml,yml}', 'Dockerfile']
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ dot: true })])
    .filter((path) => !path.startsWith('db/migrations/meta/'))
    .sort()
