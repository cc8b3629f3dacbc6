/** The document as other people's tools read it: a linter, and generators of TypeScript. */
import { beforeAll, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { served } from '../support/openapi.ts'
import { newPatient } from '../support/records.ts'
import { scratch } from '../support/scratch.ts'
import { type Run, run } from '../support/server.ts'

const folder = join(scratch, 'openapi-tools')
const documentPath = join(folder, 'openapi.json')
const packages = resolve('node_modules')

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  await Bun.write(documentPath, JSON.stringify(served))
})

const succeeded = ({ code, stdout, stderr }: Run) =>
  expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' })

test('redocly finds nothing, not even to warn of', async () => {
  await Bun.write(join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\n')
  const lint = ['lint', documentPath, '--config', join(folder, 'redocly.yaml'), '--format', 'json']
  const { stdout } = await run([`${packages}/@redocly/cli/bin/cli.js`, ...lint], {
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  })
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] })
}, 60_000)

/** Runs a generator, which needs the API of TypeScript 6. */
const generate = (program: string, ...args: string[]) =>
  run(['--preload', resolve('test/support/typescript-6.ts'), `${packages}/${program}`, ...args])

/** Compiles a client as a strict project of its own. */
async function compile(name: string, client: string): Promise<Run> {
  await Bun.write(join(folder, name, 'client.ts'), client)
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'ESNext', lib: ['ESNext', 'DOM', 'DOM.Iterable'], types: [] },
    ...{ module: 'Preserve', moduleResolution: 'bundler', noUncheckedIndexedAccess: true },
  }
  const project = join(folder, name, 'tsconfig.json')
  await Bun.write(project, JSON.stringify({ compilerOptions, files: ['client.ts'] }))
  return await run([`${packages}/typescript/bin/tsc`, '-p', project])
}

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

test('openapi-typescript makes types with the names of the records', async () => {
  mkdirSync(join(folder, 'openapi-typescript'), { recursive: true })
  const output = join(folder, 'openapi-typescript', 'chairside.ts')
  succeeded(await generate('openapi-typescript/bin/cli.js', documentPath, '--output', output))
  succeeded(await compile('openapi-typescript', withTypes))
}, 60_000)

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

test('@hey-api/openapi-ts makes types and a client, which works', async () => {
  const config = join(folder, 'openapi-ts.config.ts')
  const output = join(folder, 'hey-api', 'chairside')
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch']
  await Bun.write(config, `export default ${JSON.stringify({ input: documentPath, output, plugins })}`)
  succeeded(await generate('@hey-api/openapi-ts/dist/run.mjs', '--file', config, '--no-log-file'))
  succeeded(await compile('hey-api', withClient))

  await using c = await clinic()
  await using server = listening(c)
  await newPatient(c.owner.call)
  const { look } = await import(join(folder, 'hey-api', 'client.ts'))
  expect(await look(server.url, c.owner.token)).toEqual(['Müller', '2030-03-26T08:00:00.000Z', 'not_found'])
}, 60_000)
