/**
 * A tool for writers. `bun test/support/plain-english.ts [folder or file] … [most words, 25 unless given]` lists the
 * sentences that are too long or hard to read. With `--draw=SEED`, the tool draws sixty sentences instead. A person who
 * does not know the code can read these. The same seed draws the same sentences from the same files.
 */
import { filesWithProse, offences } from './plain-english/offences.ts'
import { proseIn } from './plain-english/prose.ts'
import { countWords, sentencesOf } from './plain-english/sentences.ts'

const [options, args] = [true, false].map((isOption) =>
  Bun.argv.slice(2).filter((arg) => arg.startsWith('--') === isOption),
) as [string[], string[]]
const most = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 25)
const places = args.filter((arg) => !/^\d+$/.test(arg)).map((place) => place.replace(/^\.\/|\/$/g, ''))
const within = (path: string) =>
  places.length === 0 || places.some((place) => path === place || path.startsWith(`${place}/`))
const paths = filesWithProse().filter(within)
/** These rules are for English. They do not apply to the desk's German texts. */
const isGerman = (path: string) => /\/de(-\w+)?\.ts$/.test(path)

const seed = options.map((option) => /^--draw=(.+)$/.exec(option)?.[1]).find((value) => value !== undefined)
if (seed === undefined) {
  const found = await offences(paths, most)
  for (const line of found) console.log(line)
  console.log(`${found.length} ${found.length === 1 ? 'sentence' : 'sentences'} to mend`)
  process.exitCode = found.length === 0 ? 0 : 1
} else {
  const all = await Promise.all(
    paths
      .filter((path) => !isGerman(path))
      .map(async (path) =>
        proseIn(path, await Bun.file(path).text())
          .flatMap(sentencesOf)
          .filter(({ text }) => countWords(text) > 4)
          .map(({ line, text }) => `${path}:${line}: ${text}`),
      ),
  )
  // The sentences are sorted by a hash with the seed. So anybody can repeat the draw.
  const drawn = all.flat().sort((a, b) => order(a) - order(b))
  for (const line of drawn.slice(0, 60)) console.log(line)
}

function order(line: string): number {
  return Number(Bun.hash(`${seed} ${line}`) % 1_000_000_007n)
}
