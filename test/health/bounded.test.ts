import { expect, test } from 'bun:test'
import { bounded } from '../../src/health/bounded.ts'

function noted() {
  const lines: (string | number)[] = []
  const ends: (() => void)[] = []
  const note = bounded<string>(
    {
      perSecond: 3,
      kindOf: (line) => line[0]!,
      write: (line) => lines.push(line),
      sum: (more) => lines.push(more),
    },
    (run) => ends.push(run),
  )
  const endSecond = () => {
    for (const run of ends.splice(0)) run()
  }
  return { lines, note, endSecond }
}

test('a few log lines are written one by one, without a sum', () => {
  const { lines, note, endSecond } = noted()
  for (const line of ['a', 'b', 'c']) note(line)
  endSecond()
  note('d')
  endSecond()
  expect(lines).toEqual(['a', 'b', 'c', 'd'])
})

test('§13 During a flood of refusals, the log has a few lines and the number of refusals in each second.', () => {
  const { lines, note, endSecond } = noted()
  for (let i = 0; i < 100_000; i++) note('a')
  endSecond()
  for (let i = 0; i < 5; i++) note('b')
  endSecond()
  expect(lines).toEqual(['a', 'a', 'a', 99_997, 'b', 'b', 'b', 2])
})

test('many log lines of one kind do not hide a line of another kind, before or after them', () => {
  const { lines, note, endSecond } = noted()
  note('b1')
  for (let i = 0; i < 1_000; i++) note('a')
  note('b2')
  endSecond()
  expect(lines).toEqual(['b1', 'a', 'a', 'a', 'b2', 997])
})

test('log lines of very many kinds within a second are written as few lines', () => {
  const { lines, note, endSecond } = noted()
  for (let i = 0; i < 10_000; i++) note(String.fromCodePoint(0x4e00 + i))
  endSecond()
  expect(lines).toHaveLength(100 + 3 + 1)
  note('a')
  expect(lines.at(-1)).toBe('a')
})

test('after a second without log lines, nothing is written', () => {
  const { note, endSecond, lines } = noted()
  note('a')
  endSecond()
  endSecond()
  expect(lines).toEqual(['a'])
})
