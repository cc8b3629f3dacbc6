/** Reads the rows of a file. `csv-parse` is loaded with the first file. */
import { Readable } from 'node:stream'
import { type FileProblem, mostColumns, mostRows, mostRowText } from '../../domain/import/kinds.ts'
import { type Separator, separators } from '../../domain/import/text.ts'
import { othersTurn } from '../../store/engine/writer.ts'

/** A row of a file. `line` is where it begins, from 1 on. */
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
 * The rows of a text, with the names of the columns as the first one. Lines without anything are left out.
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
  })
  const source = Readable.from(inTurns(withPlainBreaks(text)))
  source.on('error', (error) => parser.destroy(error))
  let rows = -1
  try {
    for await (const { record, info } of source.pipe(parser)) {
      const cells = record as string[]
      const line = info.lines - breaksIn(cells)
      if (cells.length > mostColumns) throw new FileTrouble('too_many_columns', line)
      if (++rows > mostRows) throw new FileTrouble('too_many_rows', line)
      yield { line, cells }
    }
  } catch (error) {
    throw troubleOf(error)
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** The pieces of a text. Others have their turn after each one, also where it holds no row. */
async function* inTurns(text: Iterable<string>): AsyncGenerator<string> {
  for (const piece of text) {
    yield piece
    await othersTurn()
  }
}

function troubleOf(error: unknown): unknown {
  const { code, lines } = error as { code?: string; lines?: number }
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error
  return new FileTrouble(code === 'CSV_MAX_RECORD_SIZE' ? 'row_too_long' : 'not_a_table', lines ?? null)
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

/** The first rows of a text that is cut off somewhere. The last one may be cut, so it does not count. */
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
