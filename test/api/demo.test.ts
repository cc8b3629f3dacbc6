/** The demo practice has a realistic day, at any hour when it is made. */
import { expect, test } from 'bun:test'
import { makeDemo } from '../../src/demo/open.ts'
import { operatorAct } from '../../src/domain/act.ts'
import { answerIn } from '../../src/domain/reminders/answer.ts'
import { localDate } from '../../src/domain/time.ts'
import { listEntries } from '../../src/store/calendar/entries.ts'
import { findPatient } from '../../src/store/patients/patients.ts'
import { success } from '../support/answers.ts'
import { emptyService } from '../support/clinic.ts'

const moments = {
  'on a Monday morning': '2026-03-02T08:00:00Z',
  'on a Sunday night': '2026-03-08T01:30:00Z',
  'shortly after midnight': '2026-11-10T23:20:00Z',
  'shortly before midnight': '2026-07-31T21:50:00Z',
  'as the clocks go back': '2026-10-25T00:30:00Z',
  'at Christmas': '2026-12-25T12:00:00Z',
  'at noon, when others have lunch': '2026-03-03T11:40:00Z',
  'on a Saturday afternoon': '2026-03-07T15:20:00Z',
}

interface Times {
  readonly startAt: string
  readonly endAt: string
}

interface Chair {
  readonly id: string
  readonly hours: readonly Times[]
  readonly closures: readonly unknown[]
}

interface Entry extends Times {
  readonly chairId: string
  readonly progress: { readonly state: string; readonly late: boolean } | null
  readonly practitioner: { readonly color: string | null } | null
}

test.each(Object.entries(moments))(
  'a demo practice that is made %s has visits in six states, and items of six kinds in the inbox',
  async (_, moment) => {
    await using s = emptyService()
    s.clock.now = Date.parse(moment)
    const { token } = await makeDemo(s.store, s.clock.now)
    const call = s.as(token)
    const read = async (path: string) => success(await call('GET', `/api/v1${path}`))

    const { chairs, entries, withoutChair } = await read('/day')
    expect(withoutChair).toHaveLength(1)
    expect(entries.some(({ hasNextNote }: { hasNextNote: boolean }) => hasNextNote)).toBe(true)
    const visits = (entries as Entry[]).filter(({ progress }) => progress !== null)
    const states = new Set(visits.map(({ progress }) => progress!.state))
    expect([...states]).toEqual(
      expect.arrayContaining(['expected', 'confirmed', 'arrived', 'in_chair', 'done', 'no_show']),
    )
    expect(visits.some(({ progress }) => progress!.late)).toBe(true)
    // At any hour, all visits are inside the open hours of the practice.
    const isOpen = ({ chairId, startAt, endAt }: Entry) =>
      (chairs as Chair[]).some(
        ({ id, hours, closures }) =>
          id === chairId &&
          closures.length === 0 &&
          hours.some((open) => open.startAt <= startAt && endAt <= open.endAt),
      )
    expect(visits.filter((visit) => !isOpen(visit))).toEqual([])
    expect(visits.some(({ practitioner }) => practitioner?.color != null)).toBe(true)
    const { members } = await read('/members')
    expect(members.map(({ color }: { color: string | null }) => color)).not.toContain(null)
    expect(chairs.length).toBeGreaterThan(3)
    const own = (await read('/chairs')).chairs.filter(
      ({ workingHours }: { workingHours: object | null }) => workingHours,
    )
    expect(own).toHaveLength(1)

    const { items } = await read('/inbox')
    // On some days, a visit of the demo practice is inside its closure. This leads to a `displaced` item.
    const kinds = new Set(
      items.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind !== 'displaced'),
    )
    expect([...kinds].sort()).toEqual(
      ['cancel_requested', 'unanswered', 'failed', 'uncertain', 'note_next', 'fits_gap'].sort(),
    )
    const { waiting } = await read('/waiting-list')
    expect(waiting.length).toBeGreaterThan(4)
    expect(waiting.filter(({ expired }: { expired: boolean }) => expired)).toHaveLength(1)

    const today = Temporal.PlainDate.from(localDate(s.clock.now, 'Europe/Berlin'))
    const thursday = today.add({ days: 11 - today.dayOfWeek }).toString()
    const closed = (await read(`/day?date=${thursday}`)).chairs[0].closures
    expect(closed.map(({ name }: { name: string }) => name)).toContain('Team training')

    const window = new URLSearchParams({
      from: moment,
      to: new Date(s.clock.now + 60 * 86_400_000).toISOString(),
    })
    const { appointments } = await read(`/appointments?${window}`)
    const ofSeries = appointments.filter(({ seriesId }: { seriesId: string | null }) => seriesId !== null)
    expect(new Set(ofSeries.map(({ seriesId }: { seriesId: string }) => seriesId)).size).toBe(1)
    expect(ofSeries).toHaveLength(6)
    const doubles = (await read('/patients?search=weber&dob=1979-05-04')).patients
    expect(doubles.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Mathias', 'Matthias'])
  },
)

test.each(['23:59:50', '00:00:10', '00:02:30', '00:08:10'])(
  'a demo practice can also be made at %s, and a patient is being treated then',
  async (time) => {
    await using s = emptyService()
    const moment = time > '12' ? `2026-11-27T${time}` : `2026-11-28T${time}`
    s.clock.now = Date.parse(`${moment}+01:00`)
    const { token } = await makeDemo(s.store, s.clock.now)
    const { entries } = success(await s.as(token)('GET', '/api/v1/day'))
    expect((entries as Entry[]).map(({ progress }) => progress?.state)).toContain('in_chair')
  },
)

test.each(Object.entries(moments))(
  'in a demo practice that is made %s, only patients who get e-mails have answered',
  async (_, moment) => {
    await using s = emptyService()
    s.clock.now = Date.parse(moment)
    const { practiceId } = await makeDemo(s.store, s.clock.now)
    const { read } = s.store.practices.of(practiceId, operatorAct('demo'))
    const ahead = [...listEntries(read, s.clock.now, s.clock.now + 14 * 86_400_000)].flat()
    const answered = ahead.filter(({ metadata }) => answerIn(metadata) !== null)
    expect(answered.length).toBeGreaterThan(1)
    for (const { patientId } of answered)
      expect(findPatient(read, patientId!)).toMatchObject({ notifyByEmail: true, email: expect.any(String) })
  },
)

test('the demo practice offers online booking of check-ups at once, and of consultations on request', async () => {
  await using s = emptyService()
  await makeDemo(s.store, s.clock.now)
  const { appointmentTypes } = success(
    await s.anonymous('GET', '/api/v1/public/practices/demo-dental/appointment-types'),
  )
  expect(appointmentTypes).toMatchObject([
    { name: { en: 'Check-up', de: 'Kontrolle' }, newPatients: 'request', knownPatients: 'instant' },
    { name: { en: 'Consultation' }, newPatients: 'request', knownPatients: 'request' },
  ])
  const times = `openings?appointmentTypeId=${appointmentTypes[0].id}&known=true`
  const { days } = success(await s.anonymous('GET', `/api/v1/public/practices/demo-dental/${times}`))
  expect(days.length).toBeGreaterThan(0)
  const { status } = await s.anonymous('GET', '/book/demo-dental')
  expect(status).toBe(200)
})
