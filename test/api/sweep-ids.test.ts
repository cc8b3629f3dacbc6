/** Each operation gives the same answer to malformed, unknown, foreign and deleted ids in its path. */
import { expect, test } from 'bun:test'
import { invalid, notFound } from '../support/answers.ts'
import type { Answer } from '../support/client.ts'
import { listening } from '../support/listening.ts'
import { bodySchema, expectDocumented, idsOf, operations, requestOf } from '../support/openapi.ts'
import { absentId, malformedIds } from '../support/records.ts'
import { everythingIn, type Ids, sharedWorld, type World, worldClinic, worldsFor } from '../support/world.ts'

const withIds = operations.filter((operation) => idsOf(operation).length > 0)

/** Percent-encoded ids: bytes that are not UTF-8, and characters that a path must encode. */
const undecodable = ['%', '%zz', '%ff', '%80', '%ed%a0%80', '%00', 'a%2Fb', '%2e%2e%2f', '%F0%9F%A6%B7']

/** Returns the bytes and headers of an answer without its request id and its date. */
const traceless = ({ status, headers, text, body }: Answer) => {
  const { 'x-request-id': _, date: __, ...rest } = headers.toJSON()
  return { status, headers: rest, text: text.replaceAll(body.requestId, 'req_…') }
}

/** Operations that also accept a deleted patient, because a deleted person has the same rights. */
const takeDeleted = ['exportPatient', 'exportPatientPage', 'erasePatient']

/** Returns sets of ids for the path. In each set, at least one id belongs to no record of the practice. */
function dead(operation: (typeof operations)[number], { own, foreign, deleted }: World): object[] {
  const ids = idsOf(operation)
  const at = (id: string) => ids.map((name) => ({ [name]: id }))
  const from = (other: Ids) => [
    ...ids.map((name) => ({ [name]: other[name as keyof Ids] })),
    Object.fromEntries(ids.map((name) => [name, other[name as keyof Ids]])),
  ]
  return [
    ...from(foreign),
    ...(takeDeleted.includes(operation.operationId!) ? [] : from(deleted)),
    ...at(absentId),
    ...[...malformedIds, ...undecodable].flatMap(at),
  ].map((ids) => ({
    ...own,
    ...ids,
  }))
}

/** Returns a request with these ids in its path. Its body refers to records of the own practice. */
const requestTo = (operation: (typeof operations)[number], ids: object, { own }: World) => {
  const { body } = requestOf(operation, own)
  return { ...requestOf(operation, ids as Ids & { pack: unknown }), ...(body !== undefined && { body }) }
}

const unchanged = sharedWorld()
const worldFor = worldsFor(unchanged)

for (const operation of withIds) {
  const name = `${operation.method} ${operation.path}`

  test(`§1 A path with an id that is malformed, unknown, deleted or of another practice is 404. These answers are equal to the byte, except for request id and date. ${name}`, async () => {
    await using c = await worldFor(operation)
    const world = c.world
    const before = everythingIn(c.path)
    const answers: unknown[] = []
    for (const ids of dead(operation, world)) {
      const { method, path, body } = requestTo(operation, ids, world)
      const answer = await c.owner.call(method, path, body)
      notFound(answer)
      expectDocumented(operation, answer)
      answers.push(traceless(answer))
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(everythingIn(c.path)).toEqual(before)

    const { method, path, body } = requestOf(operation, world.own)
    expect((await c.owner.call(method, path, body)).status).toBeWithin(200, 202)
  })

  if (bodySchema(operation) === undefined) continue

  test(`§1.1 The body is checked before the ids in the path. ${name}`, async () => {
    await using c = await unchanged()
    const world = c.world
    const answers: unknown[] = []
    for (const ids of [world.own, ...dead(operation, world)]) {
      const { method, path } = requestTo(operation, ids, world)
      const answer = await c.owner.call(method, path, { unexpected: 1, ...wrongly(operation) })
      expect(answer.status).toBe(400)
      answers.push(traceless(answer))
      invalid(await c.owner.call(method, path, '{'), '')
      expect((await c.owner.call(method, path, '{}', { 'content-type': 'text/plain' })).status).toBe(415)
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
}

/** Returns a body in which every field has a wrong value. */
const wrongly = (operation: (typeof operations)[number]) =>
  Object.fromEntries(Object.keys(bodySchema(operation)!.properties!).map((field) => [field, [[]]]))

test('over a port, all ids without a record get the same bytes and headers', async () => {
  await using c = await worldClinic({ signedIn: true })
  await using server = listening(c)
  const world = c.world
  const call = server.as(c.owner.token)
  for (const operation of withIds) {
    const answers: unknown[] = []
    for (const ids of dead(operation, world)) {
      const { method, path, body } = requestTo(operation, ids, world)
      const answer = await call(method, path, body)
      notFound(answer)
      answers.push(traceless(answer))
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  }
})
