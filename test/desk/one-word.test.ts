import { expect, test } from 'bun:test'
import type { Words } from '../../src/desk/words/languages.ts'
import { de, en } from './words.ts'

/** All fixed texts of a language. Texts that are functions are left out. */
const textsOf = (words: unknown): string[] =>
  typeof words === 'string'
    ? [words]
    : typeof words === 'object' && words !== null
      ? Object.values(words).flatMap(textsOf)
      : []

const lower = (text: string) => text.toLowerCase()

for (const [language, words] of Object.entries({ en, de } as Record<string, Words>))
  test(`a step of a visit has one name on all screens, in ${language}`, () => {
    const { acts, card, patient } = words
    const { expected, confirmed, arrived, in_chair, done, no_show } = acts.steps
    expect(patient.states).toMatchObject({ expected, confirmed, arrived, in_chair, done, no_show })
    expect([card.short.inChair(), card.short.done()].map(lower)).toEqual(
      language === 'de' ? [in_chair, done].map(lower) : ['in chair', 'done'],
    )
  })

test('the German texts use one word for each thing', () => {
  const texts = textsOf(de)
  for (const stray of [/\bTags\b/, /\bMarken?\b/, /Schließung/, /Öffnungszeit/])
    expect(texts.filter((text) => stray.test(text))).toEqual([])
  // In German, "schalten" is right for a lamp, but not for a person.
  expect(textsOf(de.people).filter((text) => /schalten/.test(text))).toEqual([])
})

test('the German texts use the words that practices use', () => {
  const { shell, board, acts, keys, settings, rights } = de
  expect([shell.daySheet, de.sheet.title]).toEqual(['Tagesliste', 'Tagesliste'])
  expect([shell.inbox, de.inbox.title]).toEqual(['Zu erledigen', 'Zu erledigen'])
  expect([rights.title, de.patient.eraseLink]).toEqual(['Auskunft und Löschung', 'Auskunft und Löschung'])
  expect([shell.help, shell.keysTitle]).toEqual(['Tastenkürzel', 'Tastenkürzel'])
  expect(board.allChairs).toBe('Alle Stühle')
  expect(acts.whoseWish).toStartWith('Von wem')
  expect(settings.channelStates.log_only).toBe('Testbetrieb')
  expect(keys.names.Delete).toBe('Entf')
})
