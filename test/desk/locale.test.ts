import { expect, test } from 'bun:test'
import { localeFor } from '../../src/desk/words/words.ts'

test('§19 Dates follow the language of the desk: the United Kingdom for English, and Germany for German. A practice with English in the United States has the month first, whatever the browser.', () => {
  for (const zone of [
    'Europe/Berlin',
    'Europe/London',
    'America/Toronto',
    'America/Argentina/Ushuaia',
    'UTC',
  ]) {
    expect(localeFor('en', zone)).toBe('en-GB')
    expect(localeFor('de', zone)).toBe('de-DE')
  }
  for (const zone of ['America/New_York', 'America/Indiana/Knox', 'Pacific/Honolulu', 'US/Eastern'])
    expect(localeFor('en', zone)).toBe('en-US')
  expect(localeFor('de', 'America/New_York')).toBe('de-DE')
  expect(localeFor('en')).toBe('en-GB')
})
