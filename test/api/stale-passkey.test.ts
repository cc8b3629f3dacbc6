/** The acts that a session may not do when its passkey was not used for ten minutes (RULES §5). */
import { describe, expect, test } from 'bun:test'
import { passkeyFreshMs } from '../../src/domain/secrets.ts'
import { problem, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { newPatient } from '../support/records.ts'
import { addPasskey } from '../support/sign-in.ts'

const member = (c: Clinic) => `/api/v1/members/${c.assistant.userId}`
const practice = '/api/v1/practice'
const reminders = `${practice}/reminders`

const acts: [what: string, send: (c: Clinic) => ReturnType<Clinic['owner']['call']>][] = [
  [
    'change the address of a colleague',
    (c) => c.owner.call('PATCH', member(c), { email: 'new@example.org' }),
  ],
  ['deactivate a colleague', (c) => c.owner.call('PATCH', member(c), { active: false })],
  ['make an owner', (c) => c.owner.call('PATCH', member(c), { role: 'owner' })],
  ['change the text of mails', (c) => c.owner.call('PATCH', reminders, { emailText: 'Come: {link}' })],
  ['change the text of texts', (c) => c.owner.call('PATCH', reminders, { smsText: '{link}' })],
  [
    'lead the answers of patients elsewhere',
    (c) => c.owner.call('PATCH', reminders, { replyTo: 'a@example.org' }),
  ],
  ['keep deleted patients for a year', (c) => c.owner.call('PATCH', practice, { keepPatientsYears: 1 })],
  ['keep deleted entries for two years', (c) => c.owner.call('PATCH', practice, { keepEntriesYears: 2 })],
  [
    'export a person',
    async (c) => c.owner.call('GET', `/api/v1/patients/${(await newPatient(c.assistant.call)).id}/export`),
  ],
  [
    'open everything about a person',
    async (c) =>
      c.owner.call('GET', `/api/v1/patients/${(await newPatient(c.assistant.call)).id}/export/page`),
  ],
]

test.each(acts)(
  "§5.1 A passkey used within ten minutes is also needed to change a member's access, the words and contacts of messages, or the years of keeping. Exporting a person needs it, too. %s",
  async (_, send) => {
    await using c = await clinic({ signedIn: true })
    c.clock.now += passkeyFreshMs
    problem(await send(c), 403, 'passkey_required')
    c.clock.now -= 1
    success(await send(c))
  },
)

test('an owner can make another owner an assistant only with a passkey that was used within ten minutes', async () => {
  await using c = await clinic({ signedIn: true })
  await addPasskey(c.owner.call)
  const change = (role: string) => c.owner.call('PATCH', member(c), { role })
  success(await change('owner'))
  c.clock.now += passkeyFreshMs
  problem(await change('assistant'), 403, 'passkey_required')
  c.clock.now -= 1
  success(await change('assistant'))
})

describe('when no passkey was used within ten minutes', () => {
  test('§5.1 A token with the scope `settings` changes texts and years without a passkey, and lets nobody in or out.', async () => {
    await using c = await clinic()
    c.clock.now += passkeyFreshMs
    for (const [what, send] of acts.slice(3, 8)) expect((await send(c)).status, what).toBe(200)
    for (const [, send] of acts.slice(0, 3)) problem(await send(c), 403, 'forbidden')
  })

  test('a session can still change other fields, and set a protected field to the value that it already has', async () => {
    await using c = await clinic({ signedIn: true })
    c.clock.now += passkeyFreshMs
    success(await c.owner.call('PATCH', member(c), { name: 'New Name', color: '#fff', active: true }))
    success(await c.owner.call('PATCH', reminders, { sendUntil: '19:00', smsText: null }))
    success(await c.owner.call('PATCH', practice, { name: 'Other', keepPatientsYears: null }))
  })
})

test('§14.6 The trail names each member by the name that the member had at the time of the act.', async () => {
  await using c = await clinic({ signedIn: true })
  const { name: first } = success(await c.owner.call('GET', `/api/v1/members/${c.assistant.userId}`))
  const tag = (name: string) => c.assistant.call('POST', '/api/v1/tags', { name })
  success(await tag('a'), 201)
  success(await c.owner.call('PATCH', member(c), { color: '#abc' }))
  success(await c.owner.call('PATCH', member(c), { name: 'Second' }))
  success(await tag('b'), 201)
  success(await c.owner.call('PATCH', member(c), { name: 'Third' }))
  success(await tag('c'), 201)
  const { events } = success(
    await c.owner.call('GET', `/api/v1/audit?memberId=${c.assistant.userId}&kind=write`),
  )
  expect(events.map(({ actor }: { actor: { name: string } }) => actor.name)).toEqual([
    'Third',
    'Second',
    first,
  ])
})
