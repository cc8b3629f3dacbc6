/** Every example of the OpenAPI document works unchanged on a fresh copy of the demo practice. */

import { expect, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDemo } from '../../src/demo/open.ts'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { openSession } from '../../src/features/shared/access.ts'
import { notFound, problem } from '../support/answers.ts'
import { byTest } from '../support/by-test.ts'
import type { Client } from '../support/client.ts'
import { emptyService, freshDatabasePath, monday } from '../support/clinic.ts'
import {
  bodySchema,
  exampleOf,
  expectDocumented,
  fileOf,
  type Operation,
  operations,
  type Parameter,
  type Sent,
  successOf,
} from '../support/openapi.ts'
import { scratch } from '../support/scratch.ts'

const demo = await (async () => {
  const path = freshDatabasePath()
  const service = emptyService({ path })
  const { practiceId, ownerId, token } = await makeDemo(service.store, monday)
  const practice = service.store.practices.of(practiceId, byTest)
  const session = await practice.write((tx) => openSession(tx, ownerId, 'Test', monday, ordinarySessionTimes))
  await practice.write((tx) => openSession(tx, ownerId, 'Another browser', monday, ordinarySessionTimes))
  await service.store.close()
  return { path, token, session: session.token }
})()

let copies = 0

/** Runs a function with a service whose database contains the unchanged demo practice. */
async function withDemo(use: (as: (token: string) => Client) => Promise<void>): Promise<void> {
  const path = join(scratch, `demo-${copies++}.db`)
  copyFileSync(demo.path, path)
  await using service = emptyService({ path })
  await use(service.as)
}

/** Parameters that replace another parameter. Swagger UI sends all examples together, so these have no example. */
const alternatives = ['appointmentTypeId']

/** Returns the requests of an operation's examples: one with all examples, and one for each example. */
function requestsOf(operation: Operation): Sent[] {
  const { method, parameters, requestBody } = operation
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((path, { name, example }) => path.replace(`{${name}}`, String(example)), operation.path)
  const inQuery = parameters.filter(
    (parameter) => parameter.in === 'query' && !alternatives.includes(parameter.name),
  )
  const required = inQuery.filter((parameter) => parameter.required)
  const asked = (parameters: readonly Parameter[]) => {
    const query = new URLSearchParams(
      parameters.map(({ name, example }): [string, string] => [name, String(example)]),
    )
    return query.size === 0 ? path : `${path}?${query}`
  }
  const schema = bodySchema(operation)
  if (!requestBody || !schema)
    return [
      required,
      inQuery,
      ...inQuery.filter((one) => !one.required).map((one) => [...required, one]),
    ].map((parameters) => ({ method, path: asked(parameters), body: fileOf(operation) }))
  const { example } = requestBody.content['application/json']!
  const assembled = exampleOf(schema) as Record<string, unknown>
  const least = schema.required ?? []
  const alone = Object.keys(assembled).map((name) =>
    Object.fromEntries([...least, name].map((field) => [field, assembled[field]])),
  )
  return [example, assembled, ...alone].map((body) => ({ method, path, body }))
}

/** Operations for a session only. An API token, which Swagger UI usually has, is not sufficient. */
const signedInOnly = [
  'updateMe',
  'signOut',
  'endSession',
  'beginPasskey',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'createToken',
  'revokeToken',
  'inviteMember',
  'updateMember',
  'replaceMemberLink',
  'beginPasskeyCheck',
  'checkPasskey',
  'listTokens',
  'revokeAnyToken',
  'listCalendarFeeds',
  'createCalendarFeed',
  'endCalendarFeed',
  'endAnyCalendarFeed',
  'listAudit',
  'exportPatient',
  'exportPatientPage',
  'erasePatient',
]

/** Operations with an id that belongs to one member, or a response of an authenticator. They have no example. */
const withoutExample = [
  'endSession',
  'renamePasskey',
  'removePasskey',
  'revokeToken',
  'revokeAnyToken',
  'endCalendarFeed',
  'endAnyCalendarFeed',
  'addPasskey',
  'checkPasskey',
  'restoreDeleted',
]

/** Operations that need one of these parameters, although the schema requires none of them. */
const needed: Readonly<Record<string, RegExp>> = {
  findDuplicates: /[?&](phoneMobile|email)=/,
  listOpenings: /[?&]durationMinutes=/,
}

for (const operation of operations) {
  const name = operation.operationId!

  test(`§4 Every example in the OpenAPI document works unchanged on a fresh demo practice. ${name}`, async () => {
    const [whole, ...all] = requestsOf(operation).filter(({ path }) => needed[name]?.test(path) ?? true)
    // The patient of the demo practice was treated lately. So an erasure without the second field is refused.
    const others = name === 'erasePatient' ? [] : all
    const expectDone = async (call: Client, { method, path, body }: Sent) => {
      const answer = await call(method, path, body)
      expectDocumented(operation, answer)
      expect(answer.status, `${JSON.stringify(body)} ${answer.text}`).toBe(successOf(operation))
    }

    await withDemo(async (as) => {
      const call = as(demo.token)
      if (name === 'restoreDeleted') return notFound(await call(whole!.method, whole!.path))
      if (!signedInOnly.includes(name)) return await expectDone(call, whole!)
      problem(await call(whole!.method, whole!.path, whole!.body), 403, 'forbidden')
    })
    if (withoutExample.includes(name)) return
    if (operation.method === 'GET')
      await withDemo(async (as) => {
        for (const request of [whole!, ...others]) await expectDone(as(demo.session), request)
      })
    else
      for (const request of [whole!, ...others]) await withDemo((as) => expectDone(as(demo.session), request))
  })
}

test('a parameter has no example only when its value is private, when it replaces another one, or when it is a header', () => {
  for (const { operationId, parameters } of operations)
    for (const { in: place, name, example } of parameters) {
      const own = place === 'path' && withoutExample.includes(operationId!)
      const isOther = place === 'query' && alternatives.includes(name)
      expect(example === undefined, `${operationId} ${name}`).toBe(own || isOther || place === 'header')
    }
})
