/**
 * The rules of the service, from the titles of tests. A test that shows a rule has the number of a section and the rule
 * as its title: `test('§4.4 Entries that touch at a boundary do not overlap.', …)`. `bun run rules` writes all rules
 * into src/RULES.md. A person writes the headings and introductions there, and puts the rules in order.
 */
import { proseInTypeScript } from './plain-english/typescript.ts'

export interface Rule {
  /** The number of the section, such as `4.4`. */
  readonly section: string
  /** The rule: one sentence or a few. */
  readonly text: string
  /** The file of the test that shows the rule. */
  readonly path: string
}

export const rulesPath = 'src/RULES.md'
const headingOf = /^#{2,4} (\d+(?:\.\d+)*)\.? /

/** The number of each section of a page, in order. */
export const sectionsIn = (page: string): string[] =>
  page.split('\n').flatMap((line) => headingOf.exec(line)?.[1] ?? [])

/**
 * The rules in the titles of a test file. The words after the last sentence of a title name the case, and belong to no
 * rule.
 * @throws Error when a title has a section and no sentence
 */
export function rulesIn(path: string, source: string): Rule[] {
  if (!source.includes('§')) return []
  return proseInTypeScript(source, false).titles.flatMap(({ text: title }) => {
    if (!title.startsWith('§')) return []
    const [, section, text] = /^§(\d+(?:\.\d+)*) (.*\.)(?= |$)/.exec(title) ?? []
    if (section === undefined || text === undefined)
      throw new Error(`${path}: "${title}" is no rule. Write '§4.4 A sentence.', and the case after it.`)
    return [{ section, text, path }]
  })
}

/** The rules of all tests, in the order of files and titles. */
export async function rulesOfTests(): Promise<Rule[]> {
  const paths = [...new Bun.Glob('test/**/*.test.ts').scanSync()].sort()
  return (await Promise.all(paths.map(async (path) => rulesIn(path, await Bun.file(path).text())))).flat()
}

/**
 * The page with exactly these rules. A rule that is on the page already keeps its position in its section. A new rule
 * follows the previous rule of its test file, or else goes to the end of the section.
 * @throws Error when a rule names a section that the page does not have
 */
export function pageWith(page: string, rules: readonly Rule[]): string {
  const sections = sectionsIn(page)
  const lost = rules.filter(({ section }) => !sections.includes(section))
  if (lost.length > 0)
    throw new Error(
      `No such section: ${lost.map(({ section, path }) => `§${section} in ${path}`).join(', ')}`,
    )
  const parts = page.split(/^(?=##)/m).map((part) => {
    const own = rules.filter(({ section }) => section === headingOf.exec(part)?.[1])
    const [words, lines] = [part.split('\n').filter((line) => !line.startsWith('- ')), ordered(part, own)]
    return [words.join('\n').trim(), lines.join('\n')].filter((each) => each !== '').join('\n\n')
  })
  return `${parts.join('\n\n')}\n`
}

/** The lines of the rules of a section, in the order of the page. */
function ordered(part: string, rules: readonly Rule[]): string[] {
  const lines = rules.map(lineOf)
  const placed = part.split('\n').filter((line) => lines.includes(line))
  for (const [i, line] of lines.entries()) {
    if (placed.includes(line)) continue
    const before = rules[i - 1]?.path === rules[i]!.path ? placed.indexOf(lines[i - 1]!) : placed.length - 1
    placed.splice(before + 1, 0, line)
  }
  return placed
}

/** A rule on the page, with a link to the test that shows it. */
function lineOf({ text, path }: Rule): string {
  const name = path.replace(/^test\/|\.test\.ts$/g, '')
  return `- ${text} [${name}](../${path})`
}

if (import.meta.main)
  await Bun.write(rulesPath, pageWith(await Bun.file(rulesPath).text(), await rulesOfTests()))
