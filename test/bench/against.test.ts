import { expect, test } from 'bun:test'
import { compared, figuresIn } from './against.ts'
import { cellsOf, headings, table } from './report.ts'

const line = (figure: string, ours: string, ratio = '', aim = '') =>
  cellsOf({ figure, ours, bare: ratio && '2,000/s', ratio, aim, met: undefined })

test('figures are read from what the bench prints: a ratio, or else the figure itself', () => {
  const lines = [
    line('one patient', '1,234/s', '0.73 (0.40–0.86)', '≥ 0.8'),
    line("reads' p99 beside 64", '21.31 ms', '6.23 (6.23–39.90)', '≤ 5'),
    line('memory when idle', '92 MB', '', '≤ 90 MB'),
    line('bookings on the slow disk', 'skipped'),
    line('start', '700 ms', '+285 ms (270–301)', '≤ 250 ms more'),
    line('an entry', '1,255 bytes'),
  ]
  const printed = `a machine\n\n${table(headings, lines)}\n\nkind  idle\n────  ────\nMe    9`
  expect(figuresIn(printed)).toEqual([
    { figure: 'one patient', value: 0.73, isHigherBetter: true },
    { figure: "reads' p99 beside 64", value: 6.23, isHigherBetter: false },
    { figure: 'memory when idle', value: 92, isHigherBetter: false },
    { figure: 'start', value: 285, isHigherBetter: false },
    { figure: 'an entry', value: 1255, isHigherBetter: false },
  ])
  expect(() => figuresIn('nothing')).toThrow('printed no table')
})

test('a change counts only beyond the spread of both trees, in the direction of the figure', () => {
  const verdict = (base: number[], now: number[], isHigherBetter: boolean) =>
    compared(
      new Map([['a', { values: base, isHigherBetter }]]),
      new Map([['a', { values: now, isHigherBetter }]]),
    )[0]!.at(-1)
  expect(verdict([1, 1.1, 1.2], [0.9, 0.95, 1], true)).toBe('same')
  expect(verdict([1, 1.1, 1.2], [0.7, 0.75, 0.8], true)).toBe('WORSE')
  expect(verdict([1, 1.1, 1.2], [0.7, 0.75, 0.8], false)).toBe('better')
  expect(verdict([90, 91, 92], [95, 96, 97], false)).toBe('WORSE')
  expect(verdict([255, 255, 255], [255, 255, 255], false)).toBe('same')
  expect(verdict([255, 255, 255], [256, 256, 256], false)).toBe('WORSE')
})

test('a figure that only one tree has is named', () => {
  const figure = { values: [2, 1, 3], isHigherBetter: true }
  expect(compared(new Map([['a', figure]]), new Map([['b', figure]]))).toEqual([
    ['a', '2 (1–3)', '', '', '', 'not in both'],
    ['b', '', '2 (1–3)', '', '', 'not in both'],
  ])
})
