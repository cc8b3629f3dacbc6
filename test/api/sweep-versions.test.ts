/** Every answer with a single record has its version as the ETag. Every change of the record may have a condition. */
import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import type { Answer } from '../support/client.ts'
import { expectDocumented, operations, requestOf, successOf } from '../support/openapi.ts'
import { absentId } from '../support/records.ts'
import { everythingIn, sharedWorld, type WorldClinic, worldClinic, worldsFor } from '../support/world.ts'

type Operation = (typeof operations)[number]

const nameOf = ({ method, path }: Operation) => `${method} ${path.replace('/api/v1', '')}`

/** Operations without conditions. Their records are made and ended, and only a name of them can change. */
const withoutVersion = [
  'PATCH /me/passkeys/{passkeyId}',
  'DELETE /me/passkeys/{passkeyId}',
  'DELETE /me/sessions/{sessionId}',
  'DELETE /me/tokens/{tokenId}',
  'DELETE /tokens/{tokenId}',
  'DELETE /me/calendar-feeds/{feedId}',
  'DELETE /calendar-feeds/{feedId}',
  'DELETE /inbox/marks/{markId}',
  'DELETE /inbox/calls/{callId}',
  'DELETE /recalls/{patientId}/contacts/{contactId}',
]

const isSingle = ({ path }: Operation) =>
  path.endsWith('}') || /\/(practice(\/reminders)?|progress|cancellation)$/.test(path)
const toggle = 'POST /patients/{patientId}/tags/{tagId}'
/** Operations that change a record, with the part of the path to remove to get the path of the record. */
const acts: Readonly<Record<string, RegExp>> = {
  [toggle]: /\/tags\/.*/,
  'PATCH /me': /^$/,
  'POST /patients/{patientId}/merge': /\/merge$/,
  'POST /appointments/{appointmentId}/cancel': /\/cancel$/,
  'POST /appointments/{appointmentId}/progress': /^$/,
}
/** Operations with answers that also depend on the current time. Their answers are always sent in full. */
const byClock = ['GET /appointments/{appointmentId}/progress']
/** A series has no version. Each of its entries has a version. */
const manyRecords = ['GET /series/{seriesId}']
/** Operations on several records. Their bodies contain the versions, because a condition can name only one record. */
const versionsInBody = [
  'POST /appointments/moves',
  'POST /series/{seriesId}/moves',
  'POST /series/{seriesId}/cancellations',
]
const singles = operations.filter(
  (one) => one.method === 'GET' && isSingle(one) && !manyRecords.includes(nameOf(one)),
)
const reads = singles.filter((one) => !byClock.includes(nameOf(one)))
const changes = operations.filter(
  (one) =>
    (['PATCH', 'DELETE'].includes(one.method) && isSingle(one) && !withoutVersion.includes(nameOf(one))) ||
    nameOf(one) in acts,
)

for (const operation of operations.filter((one) => withoutVersion.includes(nameOf(one))))
  test(`§1.2 Passkeys, sessions and tokens have no version. Requests about them ignore \`If-Match\` and \`If-None-Match\`. ${nameOf(operation)}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { method, path, body } = requestOf(operation, c.world.own)
    const answer = await c.owner.call(method, path, body, { 'if-match': '"9"' })
    success(answer)
    expect(answer.headers.has('etag')).toBe(false)
  })

const dataOf = (operation: Operation) =>
  operation.responses[successOf(operation)]!.content!['application/json']!.schema.properties!.data!

/** Prepares a request of the owner, and reads the version of its record. */
async function prepared(c: WorldClinic, operation: Operation) {
  const { method, path, body } = requestOf(operation, c.world.own)
  const record = path.replace(acts[nameOf(operation)] ?? '', '')
  // An empty change returns the record, also when no route can read it.
  const answer = /\/(progress|cancellation)$/.test(record)
    ? await c.owner.call('GET', record)
    : await c.owner.call('PATCH', record, {})
  const { version } = success(answer)
  const sendWith = (headers: Record<string, string>) => c.owner.call(method, path, body, headers)
  const send = (ifMatch: string) => sendWith({ 'if-match': ifMatch })
  return { send, sendWith, version: version as number }
}

const refused = (answer: Answer, version: number, header = 'If-Match') => {
  problem(answer, 412, 'precondition_failed', [header])
  expect(answer.body.error.details[0].version).toBe(version)
}

test('every operation that changes a single record accepts `If-Match` and can answer 412', () => {
  expect(reads.length).toBeGreaterThan(6)
  expect(changes.length).toBeGreaterThan(12)
  const known = new Set(operations.map(nameOf))
  for (const name of [...withoutVersion, ...manyRecords, ...versionsInBody]) expect(known).toContain(name)
  for (const operation of operations) {
    const isConditional = changes.includes(operation)
    const name = nameOf(operation)
    expect('412' in operation.responses, name).toBe(isConditional || versionsInBody.includes(name))
    const taken = operation.parameters.map((parameter) => parameter.name)
    expect(taken.includes('If-Match'), name).toBe(isConditional)
    expect(taken.includes('If-None-Match'), name).toBe(isConditional || reads.includes(operation))
  }
})

const worldFor = worldsFor(sharedWorld())
/** A service that allows requests from the browser page of another origin. */
const elsewhere = sharedWorld({ signedIn: true, allowedOrigins: ['https://desk.example.org'] })

for (const operation of operations) {
  const isVersioned = dataOf(operation).properties?.version !== undefined
  if (!isVersioned && !singles.includes(operation)) continue

  test(`§1.2 The answer for one record carries its version as \`ETag: "<version>"\`. ${nameOf(operation)}`, async () => {
    await using c = await worldFor(operation)
    const { method, path, body } = requestOf(operation, c.world.own)
    const answer = await c.owner.call(method, path, body)
    const { version } = success(answer, successOf(operation))
    expect(version).toBeInteger()
    expect(answer.headers.get('etag')).toBe(`"${version}"`)
    expectDocumented(operation, answer)
  })
}

for (const operation of reads)
  test(`§1.2 A \`GET\` of one record with its \`ETag\` in \`If-None-Match\` is answered 304, without a body and with the same \`ETag\`. Weak tags count, and so does \`*\`. ${nameOf(operation)}`, async () => {
    await using c = await elsewhere()
    const { path } = requestOf(operation, c.world.own)
    const read = (tags: string, method = 'GET') =>
      c.owner.call(method, path, undefined, { 'if-none-match': tags, origin: 'https://desk.example.org' })
    const tag = `"${success(await c.owner.call('GET', path)).version}"`
    for (const known of [tag, `W/${tag}`, '*', ` "0,1" ,, ${tag}\t`])
      for (const method of ['GET', 'HEAD']) {
        const { status, text, headers } = await read(known, method)
        expect([method, known, status, text]).toEqual([method, known, 304, ''])
        expect(headers.get('etag')).toBe(tag)
        expect(headers.get('x-request-id')).toStartWith('req_')
        expect(headers.get('cache-control')).toBe('no-store')
        expect(headers.get('access-control-allow-origin')).toBe('https://desk.example.org')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.has('content-type')).toBe(false)
      }
    for (const other of [
      '"0"',
      `w/${tag}`,
      tag.slice(1),
      `${tag} ${tag}`,
      `*, ${tag}`,
      ',',
      `${tag}, "${'x'.repeat(1e6)}"`,
    ])
      success(await read(other))
  })

for (const operation of singles.filter((one) => !reads.includes(one)))
  test(`§23 An answer that depends on the present time, such as the progress of a visit, is sent in full, whatever \`If-None-Match\` says. ${nameOf(operation)}`, async () => {
    await using c = await worldFor(operation)
    const { path } = requestOf(operation, c.world.own)
    success(await c.owner.call('GET', path, undefined, { 'if-none-match': '*' }))
    expect(Object.keys(operation.responses)).not.toContain('304')
    expect(operation.parameters.map(({ name }) => name)).not.toContain('If-None-Match')
  })

for (const operation of changes) {
  test(`§1.2 A change with \`If-Match\` happens only when the header names the present version. Weak tags match no version, and a malformed header is 400. ${nameOf(operation)}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { send, version } = await prepared(c, operation)
    const before = everythingIn(c.path)
    // A weak ETag never matches in `If-Match` (RFC 9110 §13.1.1).
    for (const other of [
      '"0"',
      `"${version + 1}"`,
      `W/"${version}"`,
      `"0", "${version}0"`,
      `"a,${version}"`,
    ]) {
      const answer = await send(other)
      refused(answer, version)
      expectDocumented(operation, answer)
    }
    for (const bad of [
      ',',
      `${version}`,
      `"${version}`,
      `"1" "2"`,
      `*, "${version}"`,
      'é',
      `"${'x'.repeat(1e6)}"`,
    ])
      invalid(await send(bad), 'If-Match')
    expect(everythingIn(c.path)).toEqual(before)
    const answer = await send(`"0",\t"${version}"`)
    success(answer)
    if (operation.method !== 'DELETE') expect(answer.headers.get('etag')).not.toBe(`"${version}"`)
  })

  test(`§1.2 A change with \`If-None-Match\` happens only when the header does not name the present version. Weak tags count, and \`If-Match\` is checked first (RFC 9110 §13). ${nameOf(operation)}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { sendWith, version } = await prepared(c, operation)
    const before = everythingIn(c.path)
    // `If-None-Match` also matches a weak ETag (RFC 9110 §13.1.2).
    for (const known of ['*', `"${version}"`, `W/"${version}"`, `"0",, "${version}"`]) {
      const answer = await sendWith({ 'if-none-match': known })
      refused(answer, version, 'If-None-Match')
      expectDocumented(operation, answer)
    }
    // `If-Match` is checked first (RFC 9110 §13.2.2).
    refused(await sendWith({ 'if-match': '"0"', 'if-none-match': '*' }), version)
    refused(await sendWith({ 'if-match': '*', 'if-none-match': '*' }), version, 'If-None-Match')
    for (const bad of [',', `${version}`, `*, "${version}"`, `"${'x'.repeat(1e6)}"`])
      invalid(await sendWith({ 'if-none-match': bad }), 'If-None-Match')
    invalid(await sendWith({ 'if-match': ',', 'if-none-match': ',' }), 'If-Match', 'If-None-Match')
    expect(everythingIn(c.path)).toEqual(before)
    success(await sendWith({ 'if-none-match': `"0", "${version}0"` }))
  })

  test(`§1.2 An empty \`If-Match\` or \`If-None-Match\` is treated as a missing header. ${nameOf(operation)}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    success(await (await prepared(c, operation)).sendWith({ 'if-match': '', 'if-none-match': ' ' }))
  })

  test(`${nameOf(operation)} accepts a star in \`If-Match\` for any version, and an unknown record gets 404`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { send } = await prepared(c, operation)
    success(await send('*'))
    if (!operation.path.includes('{')) return
    const absent = Object.fromEntries(operation.parameters.map(({ name }) => [name, absentId]))
    const { method, path, body } = requestOf(operation, absent)
    notFound(await c.owner.call(method, path, body, { 'if-match': '"1"' }))
    invalid(await c.owner.call(method, path, body, { 'if-match': '1' }), 'If-Match')
  })
}
