/** The database stores ids as bytes. A text that a person writes stays a text, also when it looks like an id. */
import { expect, test } from 'bun:test'
import { problem, success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { newChair, newEntry, newNote, newPatient, newTag } from '../support/records.ts'
import { addPasskey } from '../support/sign-in.ts'

const text = '0198a1b2-0000-7000-8000-00000000abcd'

test('a patient, a note and an entry can have texts that look like an id, and the patient is found by this name', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call, { firstName: text, lastName: text })
  await newPatient(c.owner.call)
  for (const search of [text, text.toUpperCase(), Array(12).fill(text).join(' ')]) {
    const { patients } = success(
      await c.owner.call('GET', `/api/v1/patients?search=${encodeURIComponent(search)}`),
    )
    expect(patients).toMatchObject([{ id, firstName: text, lastName: text }])
  }
  const note = await newNote(c.owner.call, id, { title: text, body: text })
  const { notes } = success(await c.owner.call('GET', `/api/v1/patients/${id}/notes`))
  expect(notes).toEqual([note])
  expect(note).toMatchObject({ title: text, body: text })
  expect((await newEntry(c.owner.call, { patientId: id, title: text })).title).toBe(text)
  expect(success(await c.owner.call('GET', `/api/v1/patients?status=${text}`)).patients).toEqual([])
})

test('a tag, a chair, a token and a passkey can have a name that looks like an id', async () => {
  await using c = await clinic({ signedIn: true })
  expect((await newTag(c.owner.call, text)).name).toBe(text)
  problem(await c.owner.call('POST', '/api/v1/tags', { name: text }), 409, 'conflict', ['name'])
  expect((await newChair(c.owner.call, { name: text })).name).toBe(text)
  problem(await c.owner.call('POST', '/api/v1/chairs', { name: text }), 409, 'conflict', ['name'])
  const token = success(await c.owner.call('POST', '/api/v1/me/tokens', { name: text, days: 1 }), 201)
  expect(success(await c.as(token.token)('GET', '/api/v1/me/tokens')).tokens).toMatchObject([{ name: text }])
  await addPasskey(c.owner.call, text)
  const { passkeys } = success(await c.owner.call('GET', '/api/v1/me/passkeys'))
  expect(passkeys.map(({ name }: { name: string }) => name)).toContain(text)
})
