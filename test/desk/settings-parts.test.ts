import { beforeAll, expect, test } from 'bun:test'
import {
  isUnset,
  likeTheFirst,
  nineToFive,
  type WorkingHours,
  withBreak,
  wrongTimes,
} from '../../src/desk/parts/hours.ts'
import { withIds } from '../../src/desk/screens/settings/parts/line.ts'
import { sayLag } from '../../src/desk/screens/settings/service/lag.ts'
import { bodyOf, inLanguage, type Texts, textMistakes } from '../../src/desk/screens/settings/texts/texts.ts'
import { words } from '../../src/desk/words/words.ts'
import { de, en } from './words.ts'

beforeAll(() => {
  words.value = en
})

const closed: WorkingHours = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }

test('a new break is from 12 to 13, or half an hour in the middle of hours without noon', () => {
  expect(withBreak({ start: '09:00', end: '17:00' })).toEqual([
    { start: '09:00', end: '12:00' },
    { start: '13:00', end: '17:00' },
  ])
  expect(withBreak({ start: '14:00', end: '20:00' })).toEqual([
    { start: '14:00', end: '16:45' },
    { start: '17:15', end: '20:00' },
  ])
})

test('copying working hours gives the hours of the first open day to the other open days', () => {
  const early = [{ start: '07:00', end: '12:00' }]
  const week = { ...closed, tue: early, thu: nineToFive }
  expect(likeTheFirst(week)).toEqual({ ...closed, tue: early, thu: early })
  expect(likeTheFirst(closed)).toEqual(closed)
})

test('working hours that end too early, overlap or are missing are reported with their paths', () => {
  const week = {
    ...closed,
    mon: [
      { start: '09:00', end: '12:00' },
      { start: '11:00', end: '10:00' },
    ],
    sun: [{ start: '', end: '24:00' }],
  }
  expect(wrongTimes(week)).toEqual({
    'workingHours.mon.1.start': 'order',
    'workingHours.mon.1.end': 'order',
    'workingHours.sun.0.start': 'empty',
  })
})

test('working hours from nine to five on every day count as not set', () => {
  const every = Object.fromEntries(Object.keys(closed).map((day) => [day, nineToFive]))
  expect(isUnset(every as unknown as WorkingHours)).toBe(true)
  expect(isUnset(closed)).toBe(false)
})

const standardOf = (language: string) => ({
  emailSubject: `subject ${language}`,
  emailText: `text ${language} {link}`,
  smsText: `sms ${language} {link}`,
})
const languages = [
  { id: 'en' as const, name: 'English', standard: standardOf('en') },
  { id: 'de' as const, name: 'Deutsch', standard: standardOf('de') },
]
const texts: Texts = { language: 'en', ...standardOf('en'), smsText: 'own {link}' }

test('when the language of messages changes, an own text stays, and standard texts change to the new language', () => {
  expect(inLanguage(texts, 'de', languages)).toEqual({
    language: 'de',
    ...standardOf('de'),
    smsText: 'own {link}',
  })
})

test('a standard text of a message is saved as null, so it does not become an own text', () => {
  expect(bodyOf(texts, languages)).toEqual({
    language: 'en',
    emailSubject: null,
    emailText: null,
    smsText: 'own {link}',
  })
})

test('a text of a message must not be empty, has only known words in braces, and contains the link', () => {
  const { strayBraces, needsLink } = en.settings
  const { fillIn } = en.forms
  expect(textMistakes(texts)).toEqual({})
  const wrong = { ...texts, emailSubject: ' ', emailText: '{link} {name}', smsText: 'no' }
  expect(textMistakes(wrong)).toEqual({
    emailSubject: fillIn,
    emailText: strayBraces,
    smsText: needsLink,
  })
  expect(textMistakes({ ...texts, emailSubject: 'a } b' })).toEqual({ emailSubject: strayBraces })
})

test('the id of a new status is made from its label and differs from all other ids', () => {
  const line = (name: string, id = '') => ({ id, name, key: name })
  const lines = [line('Later', 'fur_spater'), line('Für später! '), line('Für später'), line('予約')]
  expect(withIds(lines, 'status').map(({ id }) => id)).toEqual([
    'fur_spater',
    'fur_spater_2',
    'fur_spater_3',
    'status',
  ])
  expect(withIds(lines, 'status')[1]!.name).toBe('Für später!')
})

test('the text about a late backup names its lag, and is also right without a backup', () => {
  const day = 86_400
  expect([90, 240, 3 * 3_600, 3 * day].map(sayLag)).toEqual(['90 seconds', '4 minutes', '3 hours', '3 days'])
  const { backup_behind, backup_stopped } = en.service.findings
  expect(backup_behind.explain(sayLag(240), '')).toBe('The backup is 4 minutes behind.')
  expect(backup_stopped.explain(sayLag(3 * day), '')).toContain('3 days of changes are only on this server')
  for (const { service } of [en, de])
    for (const { explain } of [service.findings.backup_behind, service.findings.backup_stopped])
      expect(explain(null, '')).not.toContain('null')
})
