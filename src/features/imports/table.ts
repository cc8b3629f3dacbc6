/** Reads the rows of a file. `csv-parse` is loaded with the first file. */
import { Readable } from 'node:stream'
import type { Parser } from 'csv-parse'
import { type FileProblem, mostColumns, mostRows, mostRowText } from '../../domain/import/kinds.ts'
import { isSeparatorLine, type Separator, separators } from '../../domain/import/text.ts'
import { othersTurn } from '../../store/engine/writer.ts'

/** A row of a file. `line` is the number of its first line, from 1 on. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The file cannot be read as a table. */
export class FileTrouble extends Error {
  readonly code: FileProblem
  readonly line: number | null

  constructor(code: FileProblem, line: number | null) {
    super(`${code} at line ${line}`)
    this.code = code
    this.line = line
  }
}

/**
 * The rows of a text, with the names of the columns as the first row. Empty lines and the line that names the separator
 * are left out.
 * @throws FileTrouble.
 */
export async function* rowsOf(text: Iterable<string>, separator: Separator): AsyncGenerator<TableRow> {
  const { Parser } = await import('csv-parse')
  const parser = new Parser({
    delimiter: separators[separator],
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: mostRowText,
    info: true,
    on_record: (row) => {
      if (quotes.areOpen) throw new FileTrouble('open_quote', lineOf(row as unknown as ParsedRow))
      return row
    },
  })
  const quotes = watchedQuotes(parser)
  const source = Readable.from(inTurns(withPlainBreaks(text)))
  source.on('error', (error) => parser.destroy(error))
  let rows = -1
  try {
    for await (const row of source.pipe(parser) as AsyncIterable<ParsedRow>) {
      const cells = row.record
      if (rows < 0 && isSeparatorLine(cells.join(separators[separator]))) continue
      const line = lineOf(row)
      if (cells.length > mostColumns) throw new FileTrouble('too_many_columns', line)
      if (++rows > mostRows) throw new FileTrouble('too_many_rows', line)
      yield { line, cells }
    }
  } catch (error) {
    throw troubleOf(error, parser)
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** The pieces of a text. Other requests can run after each piece, also when the piece ends no row. */
async function* inTurns(text: Iterable<string>): AsyncGenerator<string> {
  for (const piece of text) {
    yield piece
    await othersTurn()
  }
}

/** A row of `csv-parse`. */
interface ParsedRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** The line at which a row begins. The parser counts the lines up to the end of the row. */
const lineOf = ({ record, info }: ParsedRow): number => info.lines - breaksIn(record)

/** The state of `csv-parse` while it reads a row. */
interface ParserState {
  readonly record: readonly string[]
  readonly field: { prepend(byte: Uint8Array): void; toString(encoding: 'utf8'): string }
  readonly wasRowDelimiter: boolean
}

const stateOf = (parser: Parser): ParserState => (parser as unknown as { state: ParserState }).state

/**
 * Notices an opening quote that is closed only in the middle of a later line. Its own closing quote is missing, so the
 * cell has taken in further rows. `csv-parse` puts a quote back before the text of its cell only when the quote is
 * closed in the middle of a line.
 */
function watchedQuotes(parser: Parser): { areOpen: boolean } {
  const quotes = { areOpen: false }
  const { field } = stateOf(parser)
  const prepend = field.prepend.bind(field)
  field.prepend = (quote) => {
    if (field.toString('utf8').includes('\n')) quotes.areOpen = true
    prepend(quote)
  }
  return quotes
}

/** The problem of a file, by an error of its parser. Its line is the first line of the row. */
function troubleOf(error: unknown, parser: Parser): unknown {
  const { code, lines } = error as { code?: string; lines?: number }
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error
  const { record, field, wasRowDelimiter } = stateOf(parser)
  const end = lines! + (wasRowDelimiter ? 1 : 0)
  return new FileTrouble(problems[code] ?? 'not_a_table', end - breaksIn([...record, field.toString('utf8')]))
}

const problems: Readonly<Record<string, FileProblem>> = {
  CSV_MAX_RECORD_SIZE: 'row_too_long',
  CSV_QUOTE_NOT_CLOSED: 'open_quote',
}

/** The text with `\n` for each break of a line. So the parser counts lines as an editor does, also inside of cells. */
function* withPlainBreaks(text: Iterable<string>): Generator<string> {
  let endsInReturn = false
  for (const piece of text) {
    const rest = endsInReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    endsInReturn = piece.endsWith('\r')
    yield rest.replaceAll(/\r\n?/g, '\n')
  }
}

/** How many further lines the cells of a row take. */
const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((breaks, cell) => breaks + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

/** The first rows of a text that is cut off somewhere. The last row may be incomplete, so it does not count. */
export async function firstRows(head: string, separator: Separator, most: number): Promise<TableRow[]> {
  const rows: TableRow[] = []
  try {
    for await (const row of rowsOf([head], separator)) {
      rows.push(row)
      if (rows.length > most) break
    }
  } catch (error) {
    if (!(error instanceof FileTrouble)) throw error
  }
  return rows.slice(0, most)
}
