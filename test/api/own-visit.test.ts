/** The page that a message links to. There the patient can move and cancel a visit that was booked online. */
import { describe, expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { auditRows } from '../support/audit.ts'
import { type BookingClinic, bookingClinic, bookingPage, online, zoe } from '../support/online-booking.ts'
import { reminding } from '../support/reminding.ts'
import { look, moment, reply } from '../support/visiting.ts'

const hour = 3_600_000
const at = (day: number, time: string) => `2026-03-${day}T${time}:00.000Z`
const march = '/api/v1/appointments?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'
const entriesOf = async (c: BookingClinic) => success(await c.owner.call('GET', march)).appointments

/** A visitor has booked online and got the message. `form` sends a form of the booking page with the link in it. */
async function bookedVisit(more: object = {}, mode: 'instant' | 'request' = 'instant') {
  const c = await bookingClinic(mode, more)
  success(await c.visitor().book(at(10, '10:00')))
  const [{ id }] = await entriesOf(c)
  const path = `/api/v1/appointments/${id}`
  if (mode === 'request') success(await c.owner.call('PATCH', path, { type: 'appointment' }))
  const r = reminding(c)
  c.clock.now += hour
  await r.round()
  const token = /visit#([\w-]+)/.exec(r.emails[0]!.text)![1]!
  const form = async (fields: Record<string, string>, address = '198.51.100.7') => {
    const body = new URLSearchParams({ link: token, lang: 'en', ...fields })
    const headers = { 'x-real-ip': address }
    const answer = await c.app.handle(
      new Request(`http://localhost${bookingPage}`, { method: 'POST', body, headers }),
    )
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { c, id, path, r, token, form }
}

const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ''

describe('the page of the patient', () => {
  test('§31 A patient can cancel an appointment that they booked online, until the limit of its type.', async () => {
    const { c, id, path, token } = await bookedVisit({ cancelUntilMinutes: 60 })
    await using _ = c
    expect(await look(c, token)).toMatchObject({
      state: 'open',
      own: { date: 'Tuesday, 10 March 2026', time: '10:00', moveAt: bookingPage },
    })
    expect(await reply(c, token, 'cancel')).toMatchObject({ accepted: true, state: 'cancelled', own: null })
    expect(await entriesOf(c)).toEqual([])
    expect(success(await c.owner.call('GET', `${path}/cancellation`))).toMatchObject({
      by: 'patient',
      cancelledBy: null,
      reason: 'Cancelled by the patient online',
    })
    expect(await look(c, token)).toMatchObject({ state: 'cancelled', when: null })
    expect(await reply(c, token, 'cancel')).toMatchObject({ accepted: false })
    const row = (await auditRows(c)).find(({ action, kind }) => action === 'cancelVisit' && kind === 'write')
    expect(row).toMatchObject({ actor: 'patient', recordKind: 'appointment', recordId: id })
    expect(row!.detail).toMatchObject({ proof: 'link' })
  })

  test('§31 After the limit of its type, or when a member booked the visit, the patient can only ask the practice to cancel.', async () => {
    const { c, token, path } = await bookedVisit({ cancelUntilMinutes: 60 })
    await using _ = c
    c.clock.now = Date.parse(at(10, '09:00'))
    expect(await look(c, token)).toMatchObject({ state: 'open', own: null })
    expect(await reply(c, token, 'cancel')).toMatchObject({ accepted: false })
    expect(await reply(c, token, 'cancel_requested')).toMatchObject({ accepted: true, state: 'answered' })
    expect(success(await c.owner.call('GET', path)).type).toBe('appointment')
  })

  test('§31 A patient can move an appointment that they booked online, by a hold of another time.', async () => {
    const { c, id, token, form } = await bookedVisit()
    await using _ = c
    const times = await form({ step: 'move' })
    expect(times.status).toBe(200)
    const held = await form({ step: 'hold', time: `${at(12, '11:00')} ` })
    expect(held.text).toContain('Thursday, 12 March 2026')
    const [secret, ticket] = [hidden(held.text, 'secret'), hidden(held.text, 'ticket')]
    expect(await entriesOf(c)).toMatchObject([{ id }, { type: 'unavailable', startAt: at(12, '11:00') }])
    // A press right after the page opens counts as a mail scanner.
    expect(await form({ step: 'moved', secret, ticket })).toMatchObject({ status: 409 })
    c.clock.now += moment
    const [done, twin] = await Promise.all([
      form({ step: 'moved', secret, ticket }),
      form({ step: 'moved', secret, ticket }),
    ])
    expect(twin.text).toContain('Your appointment has a new time')
    expect(done.text).toContain('Your appointment has a new time')
    expect(done.text).toContain('12:00')
    expect(await entriesOf(c)).toMatchObject([
      { id, type: 'appointment', startAt: at(12, '11:00'), endAt: at(12, '11:30'), hold: null },
    ])
    expect((await form({ step: 'moved', secret, ticket })).text).toContain('12 March 2026')
    expect(await look(c, token)).toMatchObject({ state: 'changed' })
    const row = (await auditRows(c)).find(({ action, kind }) => action === 'moveVisit' && kind === 'write')
    expect(row).toMatchObject({ actor: 'patient', recordKind: 'appointment', recordId: id })
    expect(row!.detail).toMatchObject({ proof: 'link' })
  })

  test('§31 A patient can move a visit only within the rules of its type, and not when the practice decides about times.', async () => {
    const { c, form, token } = await bookedVisit({ mostPerDay: 1 })
    await using _ = c
    // The visit does not count towards the limit of its own day when it moves within the day.
    expect((await form({ step: 'hold', time: `${at(10, '14:00')} ` })).status).toBe(200)
    expect((await form({ step: 'hold', time: '2026-05-20T09:00:00.000Z ' })).status).toBe(409)
    const other = await bookedVisit({}, 'request')
    await using d = other.c
    expect(await look(d, other.token)).toMatchObject({ own: { moveAt: null } })
    const [{ patientId }] = await entriesOf(c)
    const shutOut = { mayBookOnline: false }
    success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, shutOut))
    expect(await look(c, token)).toMatchObject({ own: { moveAt: null } })
    success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, { mayBookOnline: true }))
    expect((await other.form({ step: 'move' })).text).toContain('Please call the practice')
    expect((await other.form({ step: 'move', link: token })).text).toContain('Please call the practice')
    c.clock.now = Date.parse('2026-03-09T10:00:00.000Z')
    expect((await form({ step: 'move' })).text).toContain('Please call the practice')
  })

  test('§31 On a full day, a time that a patient holds to move their visit cannot become a further booking.', async () => {
    const { c, form } = await bookedVisit({ mostPerDay: 1 })
    await using _ = c
    const held = await form({ step: 'hold', time: `${at(10, '14:00')} ` })
    const secret = hidden(held.text, 'secret')
    const visitor = c.visitor()
    const code = await visitor.code(secret, { email: 'another@example.org' })
    const refused = await visitor.confirm(secret, code)
    expect(refused.status).toBe(409)
    expect(refused.body.error.details[0].path).toBe('startAt')
    const page = await form({
      step: 'confirm',
      secret,
      code,
      firstName: 'Zoé',
      lastName: 'Müller',
      day: '23',
      month: '4',
      year: '1987',
      contact: 'another@example.org',
    })
    expect([page.status, page.text.includes('Somebody has just taken this time.')]).toEqual([409, true])
  })

  test('§31 A patient who may no longer book online cannot move their visit, not even to a time that they hold. They can cancel it.', async () => {
    const { c, id, token, form } = await bookedVisit()
    await using _ = c
    const held = await form({ step: 'hold', time: `${at(12, '11:00')} ` })
    const [secret, ticket] = [hidden(held.text, 'secret'), hidden(held.text, 'ticket')]
    const [{ patientId }] = await entriesOf(c)
    success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, { mayBookOnline: false }))
    c.clock.now += moment
    const steps = [
      { step: 'move' },
      { step: 'hold', time: `${at(12, '13:00')} ` },
      { step: 'moved', secret, ticket },
    ]
    for (const step of steps)
      expect({ step, ...(await form(step)) }).toMatchObject({
        step,
        status: 409,
        text: expect.stringContaining('Please call the practice'),
      })
    expect(await entriesOf(c)).toContainEqual(expect.objectContaining({ id, startAt: at(10, '10:00') }))
    expect(await reply(c, token, 'cancel')).toMatchObject({ accepted: true, state: 'cancelled' })
  })

  test('a visit cannot be moved with a hold for another appointment type, an unknown hold or a wrong link', async () => {
    const { c, form, id } = await bookedVisit()
    await using _ = c
    const other = success(
      await c.owner.call('POST', '/api/v1/appointment-types', {
        name: 'Long',
        durationMinutes: 120,
        online: online('instant'),
      }),
      201,
    )
    const held = await c.visitor().hold(at(12, '11:00'), { appointmentTypeId: other.id })
    const page = await form({ step: 'hold', time: `${at(13, '11:00')} ` })
    c.clock.now += moment
    const ticket = hidden(page.text, 'ticket')
    const tried = await form({ step: 'moved', secret: success(held, 201).secret, ticket })
    expect(tried.text).toContain('Please call the practice')
    expect((await entriesOf(c)).find((entry: { id: string }) => entry.id === id)).toMatchObject({
      startAt: at(10, '10:00'),
    })
    expect((await form({ step: 'moved', secret: 'x', ticket })).status).toBe(400)
    expect((await form({ step: 'moved', link: 'x', secret: 'x', ticket })).status).toBe(409)
  })

  test('§31 The page for a booked appointment has a calendar file of it, with the id of the entry.', async () => {
    const { c, id, token, form } = await bookedVisit()
    await using _ = c
    const { calendar } = await look(c, token)
    expect(calendar).toContain(`UID:${id}`)
    expect(calendar).toContain('DTSTART:20260310T100000Z')
    const file = await form({ step: 'calendar' })
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(file.text).toContain(`UID:${id}`)
    expect((await form({ step: 'calendar', link: 'x' })).status).toBe(400)
    const { secret } = success(await c.visitor().hold(at(12, '11:00')), 201)
    expect((await form({ step: 'calendar', link: '', secret })).status).toBe(400)
  })

  test('§31 A visitor who opens the last page of a booking again sees the present state of the booking.', async () => {
    await using c = await bookingClinic('request')
    const visitor = c.visitor()
    const { secret } = success(await visitor.hold(at(10, '10:00')), 201)
    success(await visitor.confirm(secret, await visitor.code(secret)))
    const again = async () => {
      const body = new URLSearchParams({ step: 'confirm', secret, lang: 'en', code: '123456' })
      const answer = await c.app.handle(
        new Request(`http://localhost${bookingPage}`, { method: 'POST', body }),
      )
      return answer.text()
    }
    expect(await again()).toContain('The practice has your request')
    const [{ id }] = await entriesOf(c)
    const path = `/api/v1/appointments/${id}`
    const elsewhere = { type: 'appointment', startAt: at(11, '13:00'), endAt: at(11, '13:30') }
    success(await c.owner.call('PATCH', path, elsewhere))
    expect(await again()).toContain('Wednesday, 11 March 2026')
    expect(await again()).toContain('Your appointment is booked')
    const confirmed = success(await visitor.confirm(secret, '123456', zoe))
    expect(confirmed).toMatchObject({ state: 'booked', startAt: at(11, '13:00'), decidedBy: null })
    success(await c.owner.call('DELETE', path))
    expect(await again()).toContain('This appointment does not take place')
    expect(success(await visitor.confirm(secret, '123456', zoe))).toMatchObject({ state: 'closed' })
  })

  test('§31 A visitor who booked an appointment sees nothing of it after another patient got the appointment.', async () => {
    await using c = await bookingClinic()
    const visitor = c.visitor()
    const { secret } = success(await visitor.hold(at(10, '10:00')), 201)
    success(await visitor.confirm(secret, await visitor.code(secret)))
    const other = success(await c.owner.call('POST', '/api/v1/patients', { ...zoe, firstName: 'Ida' }), 201)
    const [{ id }] = await entriesOf(c)
    const theirs = { patientId: other.id, startAt: at(11, '13:00'), endAt: at(11, '13:30') }
    success(await c.owner.call('PATCH', `/api/v1/appointments/${id}`, theirs))
    expect(success(await visitor.confirm(secret, '123456'))).toMatchObject({
      state: 'closed',
      startAt: at(10, '10:00'),
    })
    const press = async (step: string) => {
      const body = new URLSearchParams({ step, secret, lang: 'en' })
      const answer = await c.app.handle(
        new Request(`http://localhost${bookingPage}`, { method: 'POST', body }),
      )
      return answer.text()
    }
    expect(await press('confirm')).toContain('This appointment does not take place')
    expect(await press('calendar')).toContain('Please begin again.')
    // This contact can book again.
    const again = success(await visitor.hold(at(12, '10:00')), 201).secret
    success(await visitor.confirm(again, await visitor.code(again)))
  })
})
