/** Mail scanners cannot answer for patients. A ticket must have some age, and a second request confirms (RULES §6). */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { nine } from '../support/booked.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { look, moment, remindedVisit, reply, send } from '../support/visiting.ts'

const minute = 60_000
const refused = { accepted: false, next: null }
const press = (c: Clinic, token: string, ticket: string) =>
  send(c, 'answer', { token, ticket, answer: 'confirmed' })

test('a press of the answer button without its confirmation changes nothing', async () => {
  await using c = await clinic()
  const { mailed, entry } = await remindedVisit(c)
  const before = await entry()
  const { ticket } = await look(c, mailed)
  c.clock.now += moment
  expect(await press(c, mailed, ticket)).toMatchObject({ state: 'open', answer: null, accepted: true })
  expect(await entry()).toEqual(before)
})

test.each([
  ['too young', moment - 1],
  ['ahead of the clock', -minute],
  ['too old', 10 * minute],
])(
  '§6.7 A press of a button is two requests, each with a ticket from the request before. A ticket is valid from 1.5 seconds to 10 minutes after its making. %s',
  async (_, age) => {
    await using c = await clinic()
    const { mailed, entry } = await remindedVisit(c)
    const { ticket } = await look(c, mailed)
    c.clock.now += age
    const again = await press(c, mailed, ticket)
    expect(again).toMatchObject(refused)
    c.clock.now += moment
    const { next } = await press(c, mailed, again.ticket)
    c.clock.now += age
    const late = await send(c, 'confirm', { token: mailed, ticket: next })
    expect(late).toMatchObject({ ...refused, state: 'open', answer: null })
    expect((await entry()).metadata).toEqual({})
  },
)

test('a ticket is valid until the last millisecond of its ten minutes', async () => {
  await using c = await clinic()
  const { mailed } = await remindedVisit(c)
  const { ticket } = await look(c, mailed)
  c.clock.now += 10 * minute - 1
  const { next } = await press(c, mailed, ticket)
  c.clock.now += 10 * minute - 1
  expect(await send(c, 'confirm', { token: mailed, ticket: next })).toMatchObject({
    accepted: true,
    answer: 'confirmed',
  })
})

test('a ticket of another link or of another step is refused, and also a ticket with a changed character', async () => {
  await using c = await clinic()
  const { mailed, texted, entry } = await remindedVisit(c)
  const { ticket } = await look(c, mailed)
  const { ticket: others } = await look(c, texted)
  c.clock.now += moment
  const { next } = await press(c, mailed, ticket)
  c.clock.now += moment
  const changed = (text: string) =>
    [...text].map((sign, i) => text.slice(0, i) + (sign === 'A' ? 'Q' : 'A') + text.slice(i + 1))
  for (const wrong of ['', 'x', next, others, ...changed(ticket)])
    expect(await press(c, mailed, wrong)).toMatchObject(refused)
  for (const wrong of ['', 'x', ticket, others, ...changed(next)])
    expect(await send(c, 'confirm', { token: mailed, ticket: wrong })).toMatchObject(refused)
  expect(await send(c, 'confirm', { token: texted, ticket: next })).toMatchObject(refused)
  expect((await entry()).metadata).toEqual({})
})

test('a confirmation that the browser sends twice is accepted twice and changes nothing the second time', async () => {
  await using c = await clinic()
  const { mailed, entry } = await remindedVisit(c)
  const { ticket } = await look(c, mailed)
  c.clock.now += moment
  const { next } = await press(c, mailed, ticket)
  c.clock.now += moment
  const confirm = () => send(c, 'confirm', { token: mailed, ticket: next })
  expect(await confirm()).toMatchObject({ accepted: true, answer: 'confirmed' })
  const before = await entry()
  c.clock.now += moment
  expect(await confirm()).toMatchObject({ accepted: true, answer: 'confirmed' })
  expect(await entry()).toEqual(before)
})

test('an appointment that is moved between the press and its confirmation gets no answer', async () => {
  await using c = await clinic()
  const { mailed, entry, path } = await remindedVisit(c)
  const { ticket } = await look(c, mailed)
  c.clock.now += moment
  const { next } = await press(c, mailed, ticket)
  c.clock.now += moment
  success(await c.owner.call('PATCH', path, { startAt: new Date(nine - 30 * minute).toISOString() }))
  const confirmed = await send(c, 'confirm', { token: mailed, ticket: next })
  expect(confirmed).toMatchObject({ ...refused, state: 'changed' })
  expect((await entry()).metadata).toEqual({})
})

test('a patient can still answer on an open page after a new key is made', async () => {
  await using c = await clinic()
  const { mailed } = await remindedVisit(c)
  const { ticket } = await look(c, mailed)
  await c.store.keys.rotate(c.owner.practiceId, byTest, () => c.clock.now)
  c.clock.now += moment
  expect(await press(c, mailed, ticket)).toMatchObject({ accepted: true })
  expect(await reply(c, mailed, 'confirmed')).toMatchObject({ accepted: true })
})
