/** Tests of the OpenAPI document with tools of others: a linter, and generators of TypeScript. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { clinic } from '../support/clinic.ts'
import { compile, documentPath, generate, generateTypes, packages, succeed } from '../support/generators.ts'
import { listening } from '../support/listening.ts'
import { newPatient } from '../support/records.ts'
import { scratch } from '../support/scratch.ts'

const folder = join(scratch, 'openapi-tools')

test('redocly finds no error and no warning in the OpenAPI document', async () => {
  const config = join(folder, 'redocly.yaml')
  await Bun.write(config, 'extends: [recommended-strict]\n')
  const { stdout } = await succeed(
    [`${packages}/@redocly/cli/bin/cli.js`, 'lint', documentPath, '--config', config, '--format', 'json'],
    { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  )
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] })
})

const withTypes = `
import type { components, operations, paths } from './chairside'

type Schemas = components['schemas']
export const fullName = ({ firstName, lastName }: Schemas['Patient']): string => firstName + ' ' + lastName
export const colours = (chairs: readonly Schemas['Chair'][]): (string | null)[] => chairs.map(({ color }) => color)
export const metadataOf = ({ metadata }: Schemas['Appointment'], key: string): unknown => metadata[key]

const booking: Schemas['CreateAppointment'] = {
  type: 'appointment',
  startAt: '2030-03-26T09:00:00+01:00',
  endAt: '2030-03-26T09:30:00+01:00',
}
type Booked = paths['/api/v1/appointments']['post']['responses'][201]['content']['application/json']
export async function book(token: string): Promise<Booked['data']> {
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  const answer = await fetch('/api/v1/appointments', { method: 'POST', headers, body: JSON.stringify(booking) })
  if (answer.ok) return ((await answer.json()) as Booked).data
  const { error }: Schemas['Problem'] = await answer.json()
  const inTheWay = error.code === 'conflict' ? error.details?.map(({ entryId }) => entryId) : []
  throw new Error(error.message + inTheWay?.join())
}

const query: operations['listPatients']['parameters']['query'] = { limit: 20, search: 'muller' }
// @ts-expect-error A patient has no such field.
export const wrong = ({ surname }: Schemas['Patient']) => [surname, query]
// @ts-expect-error A new patient needs both names.
export const nameless: Schemas['CreatePatient'] = { firstName: 'Zoé' }
// @ts-expect-error There is no such code.
export const unknown: Schemas['Problem']['error']['code'] = 'oops'
`

test('openapi-typescript makes types that have the names of the records and compile', async () => {
  const project = join(folder, 'openapi-typescript')
  await Bun.write(join(project, 'client.ts'), withTypes)
  await generateTypes(join(project, 'chairside.ts'))
  await compile(project, 'client.ts')
})

const withClient = `
import { bookAppointment, getAppointment, listPatients, type Appointment, type Patient, type Problem } from './chairside'
import { client } from './chairside/client.gen'

export async function look(baseUrl: string, token: string) {
  client.setConfig({ baseUrl, auth: token })
  const found = await listPatients({ query: { search: 'muller', limit: 5 }, throwOnError: true })
  const patients: Patient[] = found.data.data.patients
  const times = { startAt: '2030-03-26T09:00:00+01:00', endAt: '2030-03-26T09:30:00+01:00' }
  const booked = await bookAppointment({ body: { type: 'appointment', ...times, patientId: patients[0]!.id } })
  const appointmentId = booked.data!.data.id
  const read: Appointment = (await getAppointment({ path: { appointmentId }, throwOnError: true })).data.data
  const missing = await getAppointment({ path: { appointmentId: 'nothing' } })
  const problem: Problem | undefined = missing.error
  // @ts-expect-error A booking has no such field.
  await bookAppointment({ body: { type: 'appointment', ...times, patient: '' } })
  return [patients[0]!.lastName, read.startAt, problem?.error.code]
}
`

test('@hey-api/openapi-ts makes types and a client that works with the service', async () => {
  const project = join(folder, 'hey-api')
  await Bun.write(join(project, 'client.ts'), withClient)
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch']
  const options = { input: documentPath, output: join(project, 'chairside'), plugins }
  const config = join(folder, 'openapi-ts.config.ts')
  await Bun.write(config, `export default ${JSON.stringify(options)}`)
  await generate('@hey-api/openapi-ts/dist/run.mjs', '--file', config, '--no-log-file')
  await compile(project, 'client.ts')

  await using c = await clinic()
  await using server = listening(c)
  await newPatient(c.owner.call)
  const { look } = await import(join(project, 'client.ts'))
  expect(await look(server.url, c.owner.token)).toEqual(['Müller', '2030-03-26T08:00:00.000Z', 'not_found'])
})
