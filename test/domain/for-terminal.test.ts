import { expect, test } from 'bun:test'
import { assert, property, string } from 'fast-check'
import { forTerminal, lineForTerminal } from '../../src/domain/for-terminal.ts'

test('characters that control a terminal are written as JSON escapes, and all other characters stay', () => {
  expect(lineForTerminal('\u001b]0;x\u0007\u009b2J\u007f\u202eZoë\n\t\r🦷')).toBe(
    '\\u001b]0;x\\u0007\\u009b2J\\u007f\\u202eZoë\\u000a\\u0009\\u000d🦷',
  )
  expect(forTerminal('a\nb\r\u0085c')).toBe('a\nb\\u000d\\u0085c')
})

test('JSON for a terminal has the same meaning as before, and no character that controls a terminal', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      const line = lineForTerminal(JSON.stringify({ text }))
      expect(JSON.parse(line)).toEqual({ text })
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})
