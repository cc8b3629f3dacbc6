/** The links of the OpenAPI document lead from a new record to the operations on this record. */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import type { Answer } from '../support/client.ts'
import { expectDocumented, operations, requestOf, successOf } from '../support/openapi.ts'
import { worldClinic } from '../support/world.ts'

/** Returns the value of a runtime expression (OpenAPI 3.1 §4.8.20.4). Only the forms that we use are known. */
function resolved(expression: string, inPath: Readonly<Record<string, unknown>>, { body }: Answer): unknown {
  if (expression.startsWith('$request.path.')) return inPath[expression.slice('$request.path.'.length)]
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression)!
  return pointer!.split('/').reduce((part, key) => part[key], body)
}

const linked = operations.flatMap((operation) =>
  Object.values(operation.responses['201']?.links ?? {}).map((link) => [operation, link] as const),
)

test('an operation that makes a record has links to every operation on the record', () => {
  const links = linked.map(([{ operationId }, link]) => `${operationId} → ${link.operationId}`)
  expect(links).toEqual(
    expect.arrayContaining([
      'bookAppointment → getAppointment',
      'bookAppointment → updateAppointment',
      'bookAppointment → deleteAppointment',
      'bookAppointment → listAppointmentReminders',
      'createPatient → getPatient',
      'createPatient → createNote',
      'createNote → updateNote',
      'createChair → getChair',
      'createTag → deleteTag',
      'createToken → revokeToken',
      'addPasskey → renamePasskey',
    ]),
  )
})

/** Operations that work only after the service has read a new file. They are tested in `test/imports`. */
const later = ['updateImport', 'checkImport', 'commitImport', 'undoImport']

for (const [operation, link] of linked.filter(([, { operationId }]) => !later.includes(operationId!)))
  test(`a client that follows the link from ${operation.operationId} to ${link.operationId} succeeds`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { own } = c.world
    const { method, path, body } = requestOf(operation, own)
    const made = await c.owner.call(method, path, body)
    success(made, 201)

    const target = operations.find(({ operationId }) => operationId === link.operationId)!
    const ids = Object.entries(link.parameters).map(([name, expression]) => [
      name,
      resolved(expression, own, made),
    ])
    const {
      method: next,
      path: there,
      body: sent,
      // A new appointment is far in the future. So no step can be noted for it.
    } = requestOf(target, { ...own, noteStep: {}, ...Object.fromEntries(ids) })
    const answer = await c.owner.call(next, there, sent)
    success(answer, successOf(target))
    expectDocumented(target, answer)
    if (next === 'GET' && answer.data.id !== undefined) expect(made.data).toMatchObject(answer.data)
  })
