/** Tests of parts of the inbox and of the waiting list that need no browser. */
import { expect, test } from 'bun:test'
import { seldom } from '../../src/desk/live/seldom.ts'
import { causeOf } from '../../src/desk/parts/say-message.ts'
import { telOf } from '../../src/desk/parts/tel.ts'
import { gapsOf, isShared, sayNames } from '../../src/desk/screens/waiting-list/gaps.ts'
import { changesOf, wishOf } from '../../src/desk/screens/waiting-list/wish.ts'
import { telOf as telOfMessages } from '../../src/messages/tel.ts'

test('each error code of a failed delivery has a cause in the inbox', () => {
  const codes = {
    no_answer: ['timeout', 'no_answer'],
    unreachable: ['unreachable'],
    unsafe: ['no_tls', 'tls_failed'],
    sign_in: ['smtp_530', 'smtp_535', 'http_401', 'http_403'],
    money: ['http_402'],
    busy: ['smtp_421', 'http_408', 'http_429', 'http_500'],
    refused: ['smtp_550', 'http_422'],
    other: ['odd'],
  }
  for (const [cause, each] of Object.entries(codes))
    for (const code of each) expect([code, causeOf(code)]).toEqual([code, cause as keyof typeof codes])
})

test('the desk dials the same phone numbers that text messages go to', () => {
  const numbers = [
    '+49 (0)151 234-56',
    '030 / 1234.567',
    '(0)30 1234',
    'at work',
    '',
    '12',
    '+4915551234567890',
    '112',
  ]
  for (const number of numbers) expect([number, telOf(number)]).toEqual([number, telOfMessages(number)])
})

test('free slots that overlap or touch on one chair are joined to one free time', () => {
  const on = (chairId: string, from: string, to: string) => ({
    chairId,
    startAt: `2026-03-02T${from}:00.000Z`,
    endAt: `2026-03-02T${to}:00.000Z`,
  })
  expect(
    gapsOf([
      on('a', '08:00', '08:30'),
      on('b', '08:00', '08:30'),
      on('a', '08:15', '08:45'),
      on('a', '08:45', '09:15'),
      on('b', '09:00', '09:30'),
    ]),
  ).toEqual([on('a', '08:00', '09:15'), on('b', '08:00', '08:30'), on('b', '09:00', '09:30')])
  expect(gapsOf([])).toEqual([])
})

test('the form of the waiting list sends only changed fields, and an emptied field as null', () => {
  const before = { ...wishOf(undefined), startTime: '08:00', weekdays: ['mon'] }
  expect(changesOf(before, before)).toEqual({})
  const after = { ...before, durationMinutes: '45', startTime: '', weekdays: [], note: 'Rings back' }
  expect(changesOf(after, before)).toEqual({
    durationMinutes: 45,
    startTime: null,
    weekdays: null,
    note: 'Rings back',
  })
})

test('a function that is called often runs at once, and then once at the end of the pause', async () => {
  let runs = 0
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const ask = seldom(() => {
    runs++
    if (runs === 2) resolve()
  }, 1)
  for (let i = 0; i < 5; i++) ask()
  expect(runs).toBe(1)
  await ended
  expect(runs).toBe(2)
  ask.stop()
})

test('two waiting patients share a free time when their times on the same chair overlap', () => {
  const at = (from: number, to: number, chairId = 'a') => ({
    chairId,
    startAt: `2026-03-02T${from}:00:00.000Z`,
    endAt: `2026-03-02T${to}:00:00.000Z`,
  })
  expect(isShared(at(10, 12), at(11, 13))).toBe(true)
  expect(isShared(at(10, 12), at(12, 13))).toBe(false)
  expect(isShared(at(10, 12), at(10, 12, 'b'))).toBe(false)
  expect(isShared(at(10, 12), null)).toBe(false)
})

test('at most three names of patients with the same free time are shown', () => {
  const names = ['Ay, Ali', 'Berg, Ida', 'Dorn, Leo', 'Eğe, Can']
  expect(sayNames(names.slice(0, 2))).toBe('Ay, Ali; Berg, Ida')
  expect(sayNames(names)).toBe('Ay, Ali; Berg, Ida; Dorn, Leo; …')
})
