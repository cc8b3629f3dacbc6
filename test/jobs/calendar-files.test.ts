/**
 * The sequence numbers of calendar files (RFC 5546). A calendar ignores a file with a lower number than before.
 */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { due } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { mailServer } from '../support/mail-server.ts'
import { at, newPatient } from '../support/records.ts'
import { cancelled, undone } from '../support/visits.ts'
import { calendarIn, dueByMail } from './mailed.ts'
import { back, cancel, day, elsewhere, hour, minute } from './sending.ts'

const path = (id: string) => `/api/v1/appointments/${id}`
const patch = async (c: Clinic, id: string, body: object) =>
  success(await c.owner.call('PATCH', path(id), body))

async function restored(c: Clinic, id: string): Promise<void> {
  const { items } = success(await c.owner.call('GET', '/api/v1/archive?kind=appointment'))
  const [item] = items.filter(({ recordId }: { recordId: string }) => recordId === id)
  success(await c.owner.call('POST', `/api/v1/archive/${item.id}/restore`))
}

/** Merges the patient of the appointment into another record of the same person. */
async function merged(c: Clinic, id: string): Promise<void> {
  const { patientId } = success(await c.owner.call('GET', path(id)))
  const double = await newPatient(c.owner.call, { email: 'zoe@example.org' })
  success(await c.owner.call('POST', `/api/v1/patients/${double.id}/merge`, { from: patientId }))
}

type Act = (c: Clinic, id: string) => Promise<unknown>
const courses: [string, number, Act[]][] = [
  ['moved there and back', 3, [(c, id) => patch(c, id, elsewhere), (c, id) => patch(c, id, back)]],
  [
    'cancelled and taken back',
    3,
    [(c, id) => cancelled(c.owner.call, id), (c, id) => undone(c.owner.call, id)],
  ],
  ['deleted and restored from the archive', 3, [cancel, restored]],
  [
    'cancelled, taken back and cancelled again while the clock goes back a day each time',
    4,
    [
      async (c, id) => {
        c.clock.now -= day
        await cancelled(c.owner.call, id)
      },
      async (c, id) => {
        c.clock.now -= day
        await undone(c.owner.call, id)
      },
      (c, id) => cancelled(c.owner.call, id),
    ],
  ],
  ['moved after its patient was merged', 2, [merged, (c, id) => patch(c, id, elsewhere)]],
  [
    'given to another patient and back',
    4,
    [
      async (c, id) => {
        const { id: patientId } = await newPatient(c.owner.call, { email: 'anna@example.org' })
        await patch(c, id, { patientId })
      },
      async (c, id) => {
        const [first] = success(await c.owner.call('GET', `${path(id)}/reminders`)).reminders
        await patch(c, id, { patientId: first.patientId })
      },
    ],
  ],
]

test.each(courses)(
  'the calendar files of an appointment that was %s have growing sequence numbers',
  async (_, files, acts) => {
    await using c = await clinic({ atAnyHour: true })
    await using server = await mailServer()
    const { id, round } = await dueByMail(c, server.url)
    success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { tellBooked: true }))
    await round()
    for (const act of acts) {
      c.clock.now += minute
      await act(c, id)
      c.clock.now += 6 * minute
      await round()
    }
    const numbers: number[] = []
    for (const { source } of server.received) {
      const { event, attached } = await calendarIn(source)
      expect(event.uid).toBe(id)
      expect(attached).toEndWith('END:VCALENDAR\r\n')
      numbers.push(event.sequence)
    }
    expect(numbers.length).toBeGreaterThanOrEqual(files)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    // Files of earlier versions counted the seconds from 2025 on.
    expect(numbers[0]).toBeGreaterThanOrEqual((due - Date.UTC(2025, 0, 1)) / 1000)
  },
)

test('each line of a calendar file ends with CRLF and has at most 75 octets, whatever the names are', async () => {
  await using c = await clinic()
  await using server = await mailServer()
  const name = `Zahnärztliche Gemeinschaftspraxis für Kinder 🦷🦷 ${'ßü😀'.repeat(30)}`
  success(await c.owner.call('PATCH', '/api/v1/practice', { name }))
  const { id, round } = await dueByMail(c, server.url)
  await round()
  await cancelled(c.owner.call, id)
  c.clock.now += hour
  await round()
  expect(server.received).toHaveLength(2)
  for (const { source } of server.received) {
    const { attached: text, event } = await calendarIn(source)
    expect(text).toEndWith('END:VCALENDAR\r\n')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lines = text.split('\r\n')
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(2)
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text).not.toContain('\uFFFD')
    expect(event.summary).toContain('ßü😀ßü😀')
  }
})

test("a calendar file that is sent again has a higher sequence number, because the appointment's end may have changed", async () => {
  await using c = await clinic()
  let refuse = true
  await using server = await mailServer({
    onRcptTo: (_, __, done) => done(refuse ? Object.assign(new Error('busy'), { responseCode: 450 }) : null),
  })
  const { id, round, notice } = await dueByMail(c, server.url)
  await round()
  const { sequence } = notice(id)
  refuse = false
  await patch(c, id, { endAt: at('09:30') })
  c.clock.now = notice(id).nextAttemptAt
  await round()
  const { event } = await calendarIn(server.received[0]!.source)
  expect(event.sequence).toBeGreaterThan(sequence)
  expect(event.endDate.toJSDate().toISOString()).toBe('2026-03-10T09:30:00.000Z')
})
