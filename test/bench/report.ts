import type { Ratio } from './statistics.ts'

/** One line of the printed table. */
export interface Line {
  readonly figure: string
  readonly ours: string
  readonly bare: string
  readonly ratio: string
  readonly aim: string
  readonly met: boolean | undefined
}

export const headings = ['figure', 'ours', 'bare', 'ratio (min–max)', 'aim', 'met']

export const cellsOf = ({ figure, ours, bare, ratio, aim, met }: Line): string[] => [
  figure,
  ours,
  bare,
  ratio,
  aim,
  met === undefined ? '' : met ? 'yes' : 'NO',
]

/** Lays out a table whose columns are as wide as their widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

/** The cells of a printed line. `ruler` is the line below the headings. */
export function cellsOfLine(ruler: string, line: string): string[] {
  let from = 0
  return ruler.split('  ').map((column) => {
    const cell = line.slice(from, from + column.length).trim()
    from += column.length + 2
    return cell
  })
}

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`
export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`
export const spread = ({ median, least, most }: Ratio): string =>
  `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`
