/** Finds the text encoding of a file, and the separator between its columns. */

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

export const separators = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type Separator = keyof typeof separators

/** The character that replaces bytes which the encoding does not allow. */
export const unreadableSign = '\ufffd'

/** How much of a file is read to find its encoding and its separator, in bytes. */
export const sampleBytes = 64 * 1024

/**
 * The encoding of a file, from its first bytes. `isUtf8` says whether the bytes of the file fit UTF-8. Bytes that do
 * not fit are from an older program, and are read as Windows-1252. In Windows-1252, each byte is a letter.
 */
export function encodingOf(head: Uint8Array, isUtf8: boolean): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  // In UTF-16, every other byte of Latin text is 0.
  const [even, odd] = zeros(head)
  const pairs = Math.max(1, head.length >> 1)
  if (odd > pairs / 4 && even <= odd / 4) return 'utf-16le'
  if (even > pairs / 4 && odd <= even / 4) return 'utf-16be'
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/**
 * The first bytes of files that are no text. Spreadsheets of Excel and LibreOffice begin with the first or the fourth
 * of these.
 */
const otherFiles = ['PK\x03\x04', '\x1f\x8b', '%PDF-', '\xd0\xcf\x11\xe0', '7z\xbc\xaf', 'SQLite format 3']

/** Whether a file is a text, by its first bytes. A few control characters are allowed. */
export function isText(head: Uint8Array, encoding: Encoding): boolean {
  const start = String.fromCharCode(...head.subarray(0, 16))
  if (otherFiles.some((other) => start.startsWith(other))) return false
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return true
  let controls = 0
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32)) controls++
  return controls <= head.length / 16
}

function zeros(head: Uint8Array): [even: number, odd: number] {
  const counts: [number, number] = [0, 0]
  for (let i = 0; i < head.length; i++) if (head[i] === 0) counts[(i & 1) as 0 | 1]++
  return counts
}

/** A first line such as `sep=;`, by which a file tells Excel the separator of its columns. */
const separatorLine = /^"?sep=(.)"?$/i

/** Whether the first line of a file names the separator instead of columns. */
export const isSeparatorLine = (line: string): boolean => separatorLine.test(line)

/**
 * The separator between the columns, if the first line names it. Otherwise the sign that gives the most lines the same
 * number of columns. Text between quotes does not count.
 */
export function separatorOf(text: string): Separator {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const said = separatorLine.exec(first)?.[1]
  const names = Object.keys(separators) as Separator[]
  const named = names.find((name) => separators[name] === said)
  if (named !== undefined) return named
  const lines = linesOf(text)
  const score = (sign: string): number => {
    const columns = lines.map((line) => line.split(sign).length)
    const first = columns[0] ?? 1
    return first === 1 ? 0 : columns.filter((count) => count === first).length * 1_000 + first
  }
  const scores = names.map((name) => score(separators[name]))
  return names[scores.indexOf(Math.max(...scores))]!
}

/**
 * The first lines, after text between quotes was removed. The last line may be cut off, so it is left out when there
 * are other lines.
 */
function linesOf(text: string): string[] {
  const lines = text
    .replace(/"(?:[^"]|"")*"?/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 101)
  return lines.length > 1 ? lines.slice(0, -1) : lines
}
