/** Tests of the page of a patient after a failed change, when the record cannot be read either. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { Patient } from '../../src/desk/contract/names.ts'
import { thrownBy } from '../support/rejection.ts'

const record = { id: 'p1', phoneMobile: '1', tagIds: ['t1'], version: 1 } as unknown as Patient
const real = globalThis.fetch

const own = {
  fetch: () => Promise.reject(new TypeError('The line is dead.')),
  location: { origin: 'http://desk.example', hash: '#/patients/p1' },
  window: { addEventListener: () => undefined },
  document: { addEventListener: () => undefined },
}
Object.assign(globalThis, own)
const { online } = await import('../../src/desk/api/online.ts')
const { changePatient, toggleTag } = await import('../../src/desk/screens/patients/change.ts')
const { patient, showPatient } = await import('../../src/desk/screens/patients/state.ts')
const { startTyping } = await import('../../src/desk/parts/typed.ts')

beforeEach(() => {
  online.value = true
  showPatient(record)
})
afterAll(() => {
  for (const name of Object.keys(own)) Reflect.deleteProperty(globalThis, name)
  globalThis.fetch = real
})

const saved = () => ({
  fields: { phoneMobile: patient.peek()!.phoneMobile },
  version: patient.peek()!.version,
})

test('typed changes are still unsaved when the connection fails while they are sent', async () => {
  const typed = startTyping(saved())
  typed.set({ phoneMobile: '2' })
  expect(await thrownBy(changePatient('p1', { phoneMobile: '2' }))).toThrow()
  expect(patient.peek()).toEqual(record)
  typed.follow(saved())
  expect([typed.isUnsaved(), typed.changes()]).toEqual([true, { phoneMobile: '2' }])
})

test('a failed change removes only its own preview from the page', async () => {
  const failed = toggleTag('p1', 't2')
  showPatient({ ...patient.peek()!, phoneMobile: '3' })
  expect(await thrownBy(failed)).toThrow()
  expect(patient.peek()).toEqual({ ...record, phoneMobile: '3' })
})
