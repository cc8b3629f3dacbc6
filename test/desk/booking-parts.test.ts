import { describe, expect, test } from 'bun:test'
import type { AppointmentType, Day, DayEntry } from '../../src/desk/contract/names.ts'
import { readTime } from '../../src/desk/parts/read-time.ts'
import { checkOf, type EntryWish } from '../../src/desk/screens/booking/check.ts'
import type { BookingFields } from '../../src/desk/screens/booking/draft.ts'
import { ofType } from '../../src/desk/screens/booking/of-type.ts'
import { usualTitles } from '../../src/desk/screens/booking/titles.ts'

describe('a time of day is read as people type it', () => {
  test.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['1430', '14:30'],
    ['9:30', '09:30'],
    ['9.30', '09:30'],
    [' 9 30 ', '09:30'],
    ['9h30', '09:30'],
    ['9 Uhr', '09:00'],
    ['9.30 Uhr', '09:30'],
    ['2 pm', '14:00'],
    ['2:15PM', '14:15'],
    ['12:05 am', '00:05'],
    ['12 p.m.', '12:00'],
    ['0:00', '00:00'],
    ['23:59', '23:59'],
  ])('the typed time %p is read as %s', (typed, time) => expect(readTime(typed)).toBe(time))

  test.each(['', 'x', '24:00', '9:60', '13 pm', '0 am', '9:3', '12345', '-9'])(
    'the typed text %p is not a time',
    (typed) => expect(readTime(typed)).toBeUndefined(),
  )
})

test("§30 In the booking dialogue, choosing a type fills in its name, its length and its colour. A title and a colour of the member's own stay.", () => {
  const typeOf = (name: string, durationMinutes: number, color: string | null = null) =>
    ({
      id: name,
      name,
      durationMinutes,
      color,
      practitioners: [{ memberId: 'slow', durationMinutes: 2 * durationMinutes }],
    }) as AppointmentType
  const [checkUp, xRay] = [typeOf('Check-up', 45, '#22c55e'), typeOf('X-ray', 15)]
  const empty = { title: '', color: '', practitionerId: '' } as BookingFields
  const first = ofType(empty, checkUp, undefined)
  expect(first).toEqual({
    appointmentTypeId: 'Check-up',
    title: 'Check-up',
    color: '#22c55e',
    minutes: 45,
    lengthChosen: true,
  })
  const another = ofType({ ...empty, ...first, practitionerId: 'slow' }, xRay, checkUp)
  expect(another).toMatchObject({ title: 'X-ray', color: '', minutes: 30 })
  const own = { ...empty, title: 'Implant', color: '#ef4444' }
  expect({ ...own, ...ofType(own, xRay, checkUp) }).toMatchObject(own)
  expect(ofType({ ...empty, ...first }, undefined, checkUp)).toEqual({
    appointmentTypeId: null,
    title: '',
    color: '',
  })
})

test('proposed titles are sorted by how often they were used, and have their last length', () => {
  const at = (hour: number, minutes: number, title: string | null) => ({
    title,
    startAt: new Date(Date.UTC(2026, 2, 2, hour)).toISOString(),
    endAt: new Date(Date.UTC(2026, 2, 2, hour, minutes)).toISOString(),
  })
  expect(
    usualTitles([at(8, 60, 'Filling'), at(9, 30, 'Check-up'), at(10, 45, 'Check-up'), at(11, 20, null)]),
  ).toEqual([
    { title: 'Check-up', minutes: 45 },
    { title: 'Filling', minutes: 60 },
  ])
})

describe('a chosen time is checked against the entries and hours of its day', () => {
  const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`)
  const span = (from: string, to: string) => ({
    startAt: `2026-03-02T${from}:00.000Z`,
    endAt: `2026-03-02T${to}:00.000Z`,
  })
  const entry = (from: string, to: string, more: Partial<DayEntry> = {}) =>
    ({
      id: from,
      type: 'appointment',
      chairId: 'a',
      patientId: null,
      practitionerId: null,
      ...span(from, to),
      ...more,
    }) as DayEntry
  const dayWith = (
    entries: readonly DayEntry[],
    closures: { name: string; startAt: string; endAt: string }[] = [],
  ) =>
    ({
      chairs: [{ id: 'a', active: true, hours: [span('08:00', '12:00'), span('13:00', '17:00')], closures }],
      entries,
      withoutChair: [],
      absences: [],
    }) as unknown as Day
  const wish = (from: string, to: string, more: Partial<EntryWish> = {}): EntryWish => ({
    type: 'appointment',
    chairId: 'a',
    patientId: null,
    practitionerId: null,
    startAt: at(from),
    endAt: at(to),
    ...more,
  })
  const kinds = (day: Day, wanted: EntryWish, once = false, now = '00:00') =>
    checkOf(day, wanted, once, at(now)).map(({ kind }) => kind)

  test('a free time has no warnings, also when it touches other entries', () => {
    const day = dayWith([entry('08:00', '09:00'), entry('10:00', '11:00')])
    expect(kinds(day, wish('09:00', '10:00'))).toEqual([])
  })

  test('an entry on the same chair conflicts with a chosen time, and a memo or an entry on another chair does not', () => {
    expect(kinds(dayWith([entry('09:00', '10:00')]), wish('09:30', '10:30'))).toEqual(['taken'])
    expect(kinds(dayWith([entry('09:00', '10:00', { type: 'reminder' })]), wish('09:30', '10:30'))).toEqual(
      [],
    )
    expect(kinds(dayWith([entry('09:00', '10:00', { chairId: 'b' })]), wish('09:30', '10:30'))).toEqual([])
    expect(kinds(dayWith([entry('09:00', '10:00')]), wish('09:30', '10:30', { type: 'reminder' }))).toEqual(
      [],
    )
    expect(kinds(dayWith([entry('09:00', '10:00')]), wish('09:30', '10:30', { chairId: null }))).toEqual([])
  })

  test('a practitioner counts as busy on another chair only when the practice has set `practitionersOnce`', () => {
    const day = dayWith([entry('09:00', '10:00', { chairId: 'b', practitionerId: 'p' })])
    const wanted = wish('09:30', '10:30', { practitionerId: 'p' })
    expect(kinds(day, wanted)).toEqual([])
    expect(kinds(day, wanted, true)).toEqual(['busy'])
  })

  test('a chosen time outside the working hours or in a closure has a warning, and each closure is named once', () => {
    expect(kinds(dayWith([]), wish('11:30', '12:30'))).toEqual(['hours'])
    const holiday = { name: 'Holiday', ...span('08:00', '09:00') }
    const day = dayWith([], [holiday, { ...holiday, ...span('09:00', '10:00') }])
    expect(checkOf(day, wish('08:30', '09:30'), false, 0)).toEqual([{ kind: 'closure', name: 'Holiday' }])
    expect(kinds(day, wish('08:30', '09:30', { type: 'unavailable' }))).toEqual([])
  })

  test('§30 The booking dialogue warns when a patient would be in two places at one time, and can book nevertheless.', () => {
    const day = dayWith([entry('15:00', '16:00', { patientId: 'z', chairId: 'b' })])
    expect(kinds(day, wish('15:30', '16:30', { patientId: 'z' }))).toEqual(['twice'])
    expect(kinds(day, wish('16:00', '16:30', { patientId: 'z' }))).toEqual(['same-day'])
    expect(kinds(day, wish('15:30', '16:30', { patientId: 'z', type: 'reminder' }))).toEqual(['same-day'])
  })

  test('a chosen time in the past, and another appointment of the patient on that day, have a warning', () => {
    const day = dayWith([entry('15:00', '16:00', { patientId: 'z' })])
    expect(kinds(day, wish('09:00', '10:00', { patientId: 'z' }), false, '09:30')).toEqual([
      'past',
      'same-day',
    ])
    expect(kinds(day, wish('09:00', '10:00', { patientId: 'y' }))).toEqual([])
  })
})
