import { afterEach, expect, test } from 'bun:test'
import type { DayEntry } from '../../src/desk/contract/names.ts'
import { dependsOnNow, flagsOf, stateOf } from '../../src/desk/screens/board/card-states.ts'
import { colorOf, nameOf, sentenceOf, titleOf } from '../../src/desk/screens/board/card-words.ts'
import { locale, words } from '../../src/desk/words/words.ts'
import { entryOf, progressOf, reminderOf } from './board-days.ts'
import { de, en } from './words.ts'

const zone = 'Europe/Berlin'
/** Half an hour before the appointment. */
const before = Date.parse('2026-03-02T08:00:00Z')
const minute = 60_000
const start = Date.parse(entryOf().startAt)

const kindsOf = (entry: DayEntry, now = before) => flagsOf(entry, now).map(({ kind }) => kind)
const stateAt = (entry: DayEntry, now = before) => {
  const { kind, minutes } = stateOf(entry, now)!
  return minutes === undefined ? kind : `${kind} ${minutes}`
}

afterEach(() => {
  words.value = en
  locale.value = 'en'
})

test('the card of an appointment shows the state of the visit', () => {
  for (const [state, kind] of [
    ['expected', 'expected'],
    ['confirmed', 'confirmed'],
    ['in_chair', 'inChair'],
    ['done', 'done'],
    ['no_show', 'noShow'],
  ] as const)
    expect(stateAt(entryOf({ progress: progressOf(state) }))).toBe(kind)
  expect(stateOf(entryOf({ progress: null, type: 'unavailable' }), before)).toBeUndefined()
})

test('the minutes on the card of a waiting or late patient change with the clock', () => {
  const arrived = entryOf({ progress: progressOf('arrived', '2026-03-02T08:20:00.000Z') })
  expect(stateAt(arrived, start)).toBe('arrived 10')
  expect(stateOf(arrived, start)!.tone).toBe('info')
  expect(stateAt(arrived, start + 6 * minute)).toBe('arrived 16')
  expect(stateOf(arrived, start + 6 * minute)!.tone).toBe('caution')

  expect(stateAt(entryOf(), start)).toBe('expected')
  expect(stateAt(entryOf(), start + 59_000)).toBe('expected')
  expect(stateAt(entryOf(), start + 7 * minute)).toBe('late 7')
  expect(stateAt(entryOf({ progress: progressOf('confirmed') }), start + 7 * minute)).toBe('late 7')
  expect(kindsOf(entryOf({ answer: 'confirmed' }), start + 7 * minute)).toEqual(['confirmed'])
  expect(kindsOf(entryOf({ answer: 'confirmed', progress: progressOf('done') }), start)).toEqual([])
  expect(stateAt(entryOf(), start + 25 * 60 * minute)).toBe('expected')
  expect(stateAt(entryOf({ progress: progressOf('done') }), start + 7 * minute)).toBe('done')
})

test('only cards that show minutes depend on the clock', () => {
  expect(dependsOnNow(entryOf())).toBe(true)
  expect(dependsOnNow(entryOf({ progress: progressOf('arrived') }))).toBe(true)
  for (const state of ['in_chair', 'done', 'no_show'] as const)
    expect(dependsOnNow(entryOf({ progress: progressOf(state) }))).toBe(false)
  expect(dependsOnNow(entryOf({ progress: null }))).toBe(false)
})

test('a wish to cancel is marked until the patient arrives, also when the patient is late', () => {
  const asks = entryOf({ answer: 'cancel_requested' })
  expect(stateAt(asks)).toBe('cancelRequested')
  expect(stateAt(asks, start + 5 * minute)).toBe('late 5')
  expect(kindsOf(asks, start + 5 * minute)).toEqual(['cancelRequested'])
  expect(stateAt({ ...asks, progress: progressOf('arrived', asks.startAt) }, start)).toBe('arrived 0')
})

test('a card marks a message that did not reach the patient, until the appointment starts', () => {
  const failed = entryOf({ reminders: [reminderOf('dead', 'refused')] })
  expect(kindsOf(failed)).toEqual(['reminderFailed'])
  expect(kindsOf(entryOf({ reminders: [reminderOf('dead'), reminderOf('sent')] }))).toEqual([])
  expect(kindsOf(entryOf({ reminders: [reminderOf('uncertain')] }))).toEqual(['reminderUncertain'])
  const silent = [reminderOf('skipped', 'no_consent'), reminderOf('skipped', 'no_phone')]
  expect(kindsOf(entryOf({ reminders: silent }))).toEqual(['noReminder'])
  expect(kindsOf(entryOf({ reminders: [reminderOf('skipped', 'inside_lead')] }))).toEqual([])
  expect(kindsOf(failed, start)).toEqual([])
  expect(kindsOf({ ...failed, answer: 'confirmed' })).toEqual([])
})

test('the most urgent mark of a card is the first', () => {
  const entry = entryOf({
    firstVisit: true,
    seriesId: 's',
    hasNextNote: true,
    reminders: [reminderOf('dead')],
  })
  expect(kindsOf(entry)).toEqual(['reminderFailed', 'nextNote', 'firstVisit', 'series'])
})

test('one sentence contains everything that a card shows, for screen readers', () => {
  const entry = entryOf({
    firstVisit: true,
    answer: 'confirmed',
    seriesId: 's',
    hasNextNote: true,
    practitioner: { id: 'd', name: 'Dr. Weiß', color: null },
    progress: progressOf('arrived', '2026-03-02T08:18:00.000Z'),
  })
  locale.value = 'en-GB'
  expect(sentenceOf(entry, zone, start)).toBe(
    'Zoé Müller, 9:30 to 10:00, Check-up, with Dr. Weiß, has a note for the next step, first visit, part of a series, confirmed, arrived, waiting 12 minutes',
  )
  words.value = de
  locale.value = 'de-DE'
  expect(sentenceOf(entry, zone, start)).toBe(
    'Zoé Müller, 9:30 bis 10:00, Check-up, bei Dr. Weiß, hat eine Notiz zum nächsten Schritt, erster Besuch, Teil einer Serie, bestätigt, ist da, wartet 12 Minuten',
  )
})

test('the cards of a block and of a memo name their type', () => {
  const none = { patient: null, patientId: null, progress: null }
  const block = entryOf({ ...none, type: 'unavailable', title: 'Lunch' })
  expect(sentenceOf(block, zone, start)).toBe('Blocked time, 9:30 AM to 10:00 AM, Lunch')
  expect(nameOf(block)).toBe('Lunch')
  expect(nameOf({ ...block, title: null })).toBe('Blocked time')
  const call = entryOf({ type: 'reminder', progress: null, title: 'Call back' })
  expect(sentenceOf(call, zone, start)).toBe('Memo, Zoé Müller, 9:30 AM to 10:00 AM, Call back')
})

test('the card of a patient shows the title below the time, and other cards have the title as their name', () => {
  expect(titleOf(entryOf({}))).toBe('Check-up')
  expect(titleOf(entryOf({ title: null }))).toBe('')
  expect(titleOf(entryOf({ patient: null }))).toBe('')
})

test('a card has the colour of its entry, or else of its practitioner', () => {
  const practitioner = { id: 'd', name: 'Dr. Weiß', color: '#0ea5e9' }
  expect(colorOf(entryOf({ color: '#22c55e', practitioner }))).toBe('#22c55e')
  expect(colorOf(entryOf({ color: null, practitioner }))).toBe('#0ea5e9')
  expect(colorOf(entryOf({ color: null, practitioner: null }))).toBe(null)
})
