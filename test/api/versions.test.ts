/** The versions of records: which acts increase them, and how a condition protects a change. */
import { expect, test } from 'bun:test'
import { invalid, problem, success } from '../support/answers.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import type { Client } from '../support/client.ts'
import { clinic, emptyService, monday } from '../support/clinic.ts'
import { at, newChair, newEntry, newNote, newPatient, newTag } from '../support/records.ts'
import { optOut, remindedVisit, reply } from '../support/visiting.ts'

const only = (version: number) => ({ 'if-match': `"${version}"` })
const versionAt = async (call: Client, path: string) => success(await call('GET', path)).version

test('§1.2 A new record has the version 1. Every change adds 1, and a change that changes nothing leaves the version as it is.', async () => {
  await using c = await clinic()
  const { id, version } = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${id}`
  expect(version).toBe(1)
  for (const [body, after] of [
    [{}, 1],
    [{ lastName: 'Weiß' }, 2],
    [{ lastName: 'Weiß', gender: null }, 2],
    [{ gender: 'female' }, 3],
  ] as const) {
    const answer = await c.owner.call('PATCH', path, body)
    expect(success(answer).version).toBe(after)
    expect(answer.headers.get('etag')).toBe(`"${after}"`)
    expect(await versionAt(c.owner.call, path)).toBe(after)
  }
})

test('§1.2 Patients, notes, entries, tags, chairs, closures, members and the practice have a `version`, also in lists.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  await newNote(c.owner.call, patientId)
  await newTag(c.owner.call, 'Recall')
  await newChair(c.owner.call)
  await newEntry(c.owner.call)
  const window = `from=${at('00:00')}&to=${at('23:00')}`
  for (const list of [
    'patients',
    `patients/${patientId}/notes`,
    'tags',
    'chairs',
    'members',
    `appointments?${window}`,
  ]) {
    const { data } = await c.owner.call('GET', `/api/v1/${list}`)
    const items = Object.values(data).find((value) => Array.isArray(value)) as { version: number }[]
    expect(items.length, list).toBeGreaterThan(0)
    for (const { version } of items) expect(version, list).toBe(1)
  }
})

test('§1.2 An edit of a note raises the version of the note. A change of the pack, or of the words of messages, raises the version of the practice.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const { id } = await newNote(call, patientId)
  expect(
    success(await call('PATCH', `/api/v1/patients/${patientId}/notes/${id}`, { isNext: true })).version,
  ).toBe(2)
  expect(await versionAt(call, `/api/v1/patients/${patientId}`)).toBe(1)

  const { pack, version } = success(await call('GET', '/api/v1/practice'))
  const statuses = [...pack.statuses, { id: 'gone', label: 'Gone' }]
  const after = success(await call('PATCH', '/api/v1/practice', { pack: { ...pack, statuses } })).version
  expect(after).toBeGreaterThan(version)
  for (const body of [{ language: 'de' }, { language: 'de' }])
    expect(success(await call('PATCH', '/api/v1/practice/reminders', body)).version).toBe(after + 1)
  for (const path of ['/api/v1/practice', '/api/v1/practice/reminders'])
    expect(await versionAt(call, path)).toBe(after + 1)
})

test('§1.2 The version of a patient rises when a tag is added to the patient, removed from the patient, or deleted.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const tag = await newTag(call, 'Recall')
  const [one, other] = [await newPatient(call), await newPatient(call)]
  const toggle = () => call('POST', `/api/v1/patients/${one.id}/tags/${tag.id}`)
  for (const version of [2, 3, 4]) {
    success(await toggle())
    expect(await versionAt(call, `/api/v1/patients/${one.id}`)).toBe(version)
  }
  success(await call('DELETE', `/api/v1/tags/${tag.id}`))
  expect(await versionAt(call, `/api/v1/patients/${one.id}`)).toBe(5)
  expect(await versionAt(call, `/api/v1/patients/${other.id}`)).toBe(1)
})

test("§1.2 Deleting a patient raises the versions of the patient's entries, and of no other entries.", async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const theirs = [await newEntry(call, { patientId }), await newEntry(call, { patientId })]
  const other = await newEntry(call)
  success(await call('DELETE', `/api/v1/patients/${patientId}`))
  for (const { id } of theirs) expect(await versionAt(call, `/api/v1/appointments/${id}`)).toBe(2)
  expect(await versionAt(call, `/api/v1/appointments/${other.id}`)).toBe(1)
})

test('§1.2 When the condition of a request does not hold, nothing changes. The answer is 412 `precondition_failed`, and `details` names the header and the present version.', async () => {
  await using c = await clinic()
  const patient = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${patient.id}`
  const before = await c.owner.call('GET', path)
  const seen = { 'if-match': before.headers.get('etag')! }
  c.clock.now = monday + 60_000
  const won = success(await c.owner.call('PATCH', path, { phoneMobile: '030 1' }, seen))
  c.clock.now = monday + 120_000
  const lost = await c.assistant.call('PATCH', path, { phoneMobile: '030 2' }, seen)
  problem(lost, 412, 'precondition_failed', ['If-Match'])
  expect(lost.body.error.details).toEqual([
    { path: 'If-Match', message: 'must name the present version', version: won.version },
  ])
  expect(success(await c.assistant.call('GET', path))).toEqual(won)
  problem(await c.assistant.call('DELETE', path, undefined, seen), 412, 'precondition_failed')
  success(await c.assistant.call('PATCH', path, { phoneMobile: '030 2' }, only(won.version)))
})

test('§1.1 The header `If-Match` or `If-None-Match` is compared after the body is checked, and before everything else about the record.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const chair = await newChair(call)
  const [patient, entry] = [await newPatient(call), await newEntry(call, { chairId: chair.id })]
  const [tag, other] = [await newTag(call, 'Recall'), await newTag(call, 'VIP')]
  for (const [method, path, body] of [
    ['PATCH', `patients/${patient.id}`, { status: 'unknown' }],
    ['PATCH', `appointments/${entry.id}`, { patientId: other.id }],
    ['PATCH', `tags/${tag.id}`, { name: 'VIP' }],
    ['DELETE', `chairs/${chair.id}`, undefined],
  ] as const)
    problem(await call(method, `/api/v1/${path}`, body, only(9)), 412, 'precondition_failed')
  invalid(await call('PATCH', `/api/v1/patients/${patient.id}`, { nickname: 'Z' }, only(9)), 'nickname')
})

test('an empty change with a wrong version in `If-Match` is refused with 412', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  problem(await c.owner.call('PATCH', `/api/v1/patients/${id}`, {}, only(9)), 412, 'precondition_failed')
})

test('§1.2 When a hundred requests at once change the same version, exactly one succeeds, whichever processes receive the requests.', async () => {
  await using c = await clinic()
  await using elsewhere = emptyService({ path: c.path })
  const calls = [c.owner.call, elsewhere.as(c.owner.token)]
  const { id } = await newPatient(c.owner.call)
  const path = `/api/v1/patients/${id}`
  const answers = await atOnce(100, (n) => calls[n % 2]!('PATCH', path, { gender: `${n}` }, only(1)))
  expect(statusCounts(answers)).toEqual({ 200: 1, 412: 99 })
  const winner = answers.find(({ status }) => status === 200)!
  expect(success(await c.owner.call('GET', path))).toEqual(winner.data)
  const toggles = await newTag(c.owner.call, 'Recall')
  const toggled = await atOnce(100, (n) =>
    calls[n % 2]!('POST', `${path}/tags/${toggles.id}`, undefined, only(2)),
  )
  expect(statusCounts(toggled)).toEqual({ 200: 1, 412: 99 })
  expect(success(await c.owner.call('GET', path)).tagIds).toEqual([toggles.id])
})

test("§1.2 A patient's answer to a message raises the version of the entry. A patient who ends the messages raises the version of the patient.", async () => {
  await using c = await clinic()
  const { mailed, entry, patient } = await remindedVisit(c)
  const [asked, opted] = [(await entry()).version, (await patient()).version]
  await reply(c, mailed, 'confirmed')
  expect((await entry()).version).toBe(asked + 1)
  await reply(c, mailed, 'confirmed')
  expect((await entry()).version).toBe(asked + 1)
  await optOut(c, mailed)
  expect((await patient()).version).toBe(opted + 1)
})
