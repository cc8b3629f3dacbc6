import { expect, test } from 'bun:test'
import { firstFree, standingAt, visit, warns } from '../../src/desk/screens/board/acts/standing.ts'
import { mayFollow } from '../../src/desk/screens/board/acts/steps.ts'
import { swapped } from '../../src/desk/screens/board/acts/swapped.ts'
import { at, entryAt, iso, monday } from './acts-columns.ts'

const span = (from: string, to: string) => ({ column: 'chair', from: at(from), to: at(to) })

test('an entry conflicts with another entry when their times overlap, and not when they touch', () => {
  const column = monday({ entries: [entryAt('a', '09:00', '10:00')] })
  const meets = (from: string, to: string, except?: string[]) =>
    standingAt(column, span(from, to), visit, except).taken?.id
  expect(meets('09:45', '10:15')).toBe('a')
  expect(meets('10:00', '11:00')).toBeUndefined()
  expect(meets('08:00', '09:00')).toBeUndefined()
  expect(meets('08:00', '12:00')).toBe('a')
  expect(meets('09:00', '10:00', ['a'])).toBeUndefined()
})

test('reminders and entries without a chair conflict with no entry', () => {
  const reminder = entryAt('r', '09:00', '10:00', { type: 'reminder' })
  const one = entryAt('a', '09:00', '10:00')
  expect(standingAt(monday({ entries: [reminder] }), span('09:00', '10:00'), visit).taken).toBeUndefined()
  expect(
    standingAt(monday({ entries: [one] }), span('09:00', '10:00'), { ...visit, type: 'reminder' }).taken,
  ).toBeUndefined()
  const loose = monday({ chairId: null, entries: [one] })
  expect(standingAt(loose, span('09:00', '10:00'), visit).taken).toBeUndefined()
})

test('times outside the working hours and closures are allowed, and a warning names them', () => {
  const closures = [{ id: 'c', name: 'Training', startAt: iso(at('12:00')), endAt: iso(at('13:00')) }]
  const hours = [
    { startAt: iso(at('08:00')), endAt: iso(at('12:00')) },
    { startAt: iso(at('13:00')), endAt: iso(at('17:00')) },
  ]
  const column = monday({ closures, hours })
  const standing = (from: string, to: string) => standingAt(column, span(from, to), visit)
  expect(standing('09:00', '12:00')).toEqual({
    taken: undefined,
    closure: undefined,
    away: undefined,
    outsideHours: false,
  })
  expect(standing('11:45', '12:15')).toMatchObject({ closure: 'Training', outsideHours: false })
  expect(standing('16:45', '17:15')).toMatchObject({ closure: undefined, outsideHours: true })
  expect(standing('07:00', '07:30').outsideHours).toBe(true)
})

test('a time in an absence of the practitioner is allowed, and a warning names the practitioner', () => {
  const absence = { id: 'x', practitionerId: 'zoe', name: 'Dr. Zoé', reason: 'Ill' }
  const column = monday({ absences: [{ ...absence, startAt: iso(at('13:00')), endAt: iso(at('17:00')) }] })
  const standing = (from: string, to: string, more: Partial<typeof visit> = {}) =>
    standingAt(column, span(from, to), { ...visit, practitionerId: 'zoe', ...more })
  expect(standing('12:45', '13:15')).toMatchObject({ taken: undefined, away: 'Dr. Zoé' })
  expect(warns(standing('12:45', '13:15'))).toBe(true)
  expect(standing('12:30', '13:00').away).toBeUndefined()
  expect(warns(standing('12:30', '13:00'))).toBe(false)
  expect(standing('14:00', '14:30', { practitionerId: 'jo' }).away).toBeUndefined()
  expect(standing('14:00', '14:30', { practitionerId: null }).away).toBeUndefined()
  // A block has no patient, so no practitioner treats in it.
  expect(standing('14:00', '14:30', { type: 'unavailable' }).away).toBeUndefined()
})

test('working hours that follow each other without a gap count as one', () => {
  const hours = [
    { startAt: iso(at('08:00')), endAt: iso(at('12:00')) },
    { startAt: iso(at('12:00')), endAt: iso(at('17:00')) },
  ]
  expect(standingAt(monday({ hours }), span('11:00', '13:00'), visit).outsideHours).toBe(false)
})

test('the next free time begins after the entries that take the chair', () => {
  const entries = [entryAt('a', '09:00', '10:00'), entryAt('b', '10:15', '11:00')]
  const free = (minutes: number) =>
    new Date(firstFree(monday({ entries }), at('09:10'), minutes * 60_000).from)
  expect(free(15).toISOString()).toBe(iso(at('10:00')))
  expect(free(30).toISOString()).toBe(iso(at('11:00')))
})

test('two entries of different lengths exchange their starts and chairs, and keep their lengths', () => {
  const [short, long] = [entryAt('a', '09:00', '09:30'), entryAt('b', '14:00', '15:00', { chairId: 'two' })]
  expect(swapped(short, long)).toEqual([
    { id: 'a', startAt: iso(at('14:00')), endAt: iso(at('14:30')), chairId: 'two' },
    { id: 'b', startAt: iso(at('09:00')), endAt: iso(at('10:00')), chairId: 'chair' },
  ])
})

test('two entries in a row on one chair change their order, and keep the first start and the last end', () => {
  const [short, long] = [entryAt('a', '09:00', '09:30'), entryAt('b', '09:30', '10:30')]
  const times = (entries: ReturnType<typeof swapped>) =>
    entries.map(({ id, startAt, endAt }) => `${id} ${startAt.slice(11, 16)}–${endAt.slice(11, 16)}`)
  expect(times(swapped(short, long))).toEqual(['a 10:00–10:30', 'b 09:00–10:00'])
  expect(times(swapped(long, short))).toEqual(['b 09:00–10:00', 'a 10:00–10:30'])
  const near = entryAt('c', '09:45', '10:45')
  expect(times(swapped(short, near))).toEqual(['a 10:15–10:45', 'c 09:00–10:00'])
})

test('the steps of a visit only go forward, and no step follows a no-show', () => {
  expect(mayFollow('expected', 'done')).toBe(true)
  expect(mayFollow('arrived', 'arrived')).toBe(false)
  expect(mayFollow('done', 'arrived')).toBe(false)
  expect(mayFollow('confirmed', 'no_show')).toBe(true)
  expect(mayFollow('arrived', 'no_show')).toBe(false)
  expect(mayFollow('no_show', 'arrived')).toBe(false)
})
