/**
 * Lists the sentences that are too long or hard to read, for those who write them:
 * `bun test/support/plain-english.ts [folder or file] … [most words, 25 unless given]`
 */
import { filesWithProse, offences } from './plain-english/offences.ts'

const args = Bun.argv.slice(2)
const most = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 25)
const places = args.filter((arg) => !/^\d+$/.test(arg)).map((place) => place.replace(/^\.\/|\/$/g, ''))
const within = (path: string) =>
  places.length === 0 || places.some((place) => path === place || path.startsWith(`${place}/`))

const found = await offences(filesWithProse().filter(within), most)
for (const line of found) console.log(line)
console.log(`${found.length} ${found.length === 1 ? 'sentence' : 'sentences'} to mend`)
process.exitCode = found.length === 0 ? 0 : 1
