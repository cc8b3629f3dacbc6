import { expect, test } from 'bun:test'
import { localeFor } from '../../src/desk/words/words.ts'

test('§19 Where the browser speaks another language than the desk, dates are written as in the United Kingdom or in Germany.', () => {
  const languages = {
    german: ['de-AT', 'de', 'en-US', 'en'],
    french: ['fr-FR', 'fr', 'en-US', 'en'],
    american: ['en-US', 'en'],
    none: [],
  }
  expect(localeFor('de', languages.german)).toBe('de-AT')
  expect(localeFor('en', languages.american)).toBe('en-US')
  for (const others of [languages.german, languages.french, languages.none])
    expect(localeFor('en', others)).toBe('en-GB')
  expect(localeFor('de', languages.american)).toBe('de-DE')
})
