import { expect, test } from 'bun:test'
import { tellable } from '../../src/desk/screens/patients/consents.ts'

test('a patient with a consent but without an address cannot be reached', () => {
  const patient = { notifyByEmail: true, notifyBySms: false, email: null, phoneMobile: '0151 2345678' }
  const reach = (fields: object, channel: 'email' | 'sms') =>
    tellable({ ...patient, ...fields } as Parameters<typeof tellable>[0], channel)
  expect(reach({}, 'email')).toBe('lacking')
  expect(reach({ email: 'zoe@example.org' }, 'email')).toBe('yes')
  expect(reach({ notifyByEmail: false }, 'email')).toBe('no')
  expect(reach({}, 'sms')).toBe('no')
  expect(reach({ notifyBySms: true }, 'sms')).toBe('yes')
})
