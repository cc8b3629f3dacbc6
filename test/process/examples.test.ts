import { expect, test } from 'bun:test'
import { type Operation, operations, successOf } from '../support/openapi.ts'
import { serving } from '../support/serving.ts'

/** What Swagger UI sends when its user changes nothing. */
function asShown({ method, path, parameters, requestBody }: Operation) {
  const target = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, String(example)), path)
  const shown = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
  const query = new URLSearchParams(
    shown.map(({ name, example }): [string, string] => [name, String(example)]),
  )
  return { method, target: `${target}?${query}`, body: requestBody?.content['application/json']?.example }
}

test('every example of the documentation works unchanged on the demo practice', async () => {
  await using server = await serving({}, { demo: true })
  const call = server.as(server.demo!.token)

  // What is deleted is deleted last, and patients after their notes.
  const last = ['deleteNote', 'deletePatient', 'deleteAppointment', 'deleteChair', 'deleteTag']
  const order = [...operations].sort((a, b) => last.indexOf(a.operationId!) - last.indexOf(b.operationId!))
  const refused: string[] = []
  for (const operation of order) {
    const { method, target, body } = asShown(operation)
    const answer = await call(method, target, body)
    if (answer.status === 403) refused.push(operation.operationId!)
    else
      expect({ target, status: answer.status, text: answer.text }).toMatchObject({
        status: successOf(operation),
      })
  }
  // An API token, which is what Swagger UI mostly has, may not do these.
  expect(refused.sort()).toEqual([
    'addPasskey',
    'beginPasskey',
    'beginPasskeyCheck',
    'checkPasskey',
    'createToken',
    'endSession',
    'inviteMember',
    'listTokens',
    'removePasskey',
    'renamePasskey',
    'replaceMemberLink',
    'revokeAnyToken',
    'revokeToken',
    'signOut',
    'updateMember',
  ])
})
