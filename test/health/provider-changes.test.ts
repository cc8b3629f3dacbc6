import { expect, test } from 'bun:test'
import { tellOfProvider } from '../../src/start/provider-changes.ts'

test('the log warns that a provider is away, and notes when the provider is back', () => {
  const lines: unknown[][] = []
  const tell = tellOfProvider({
    warn: (...line: unknown[]) => lines.push(['warn', ...line]),
    info: (...line: unknown[]) => lines.push(['info', ...line]),
  })
  tell({ channel: 'email', is: 'away', error: 'unreachable' })
  tell({ channel: 'sms', is: 'back', awayMs: 3_600_400 })
  expect(lines).toEqual([
    [
      'warn',
      { channel: 'email', error: 'unreachable' },
      expect.stringMatching(
        /^the mail server cannot be reached or does not let us in: .* Check the mail server/,
      ),
    ],
    ['info', { channel: 'sms', awaySeconds: 3_600 }, expect.stringMatching(/^the gateway .* is back: /)],
  ])
})
