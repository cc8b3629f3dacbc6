import { expect, test } from 'bun:test'
import { unreachedReasons } from '../../../src/domain/reminders/notice.ts'
import { type Reachable, reasonsRemoved } from '../../../src/domain/reminders/reach.ts'

const zoe: Reachable = {
  email: 'zoe@example.org',
  phoneMobile: '0151 23456789',
  country: 'Germany',
  notifyByEmail: true,
  notifyBySms: true,
}
const ofNumbers = ['invalid_phone', 'landline', 'costly_number', 'unknown_country', 'country_not_allowed']

const table: [string, Partial<Reachable>, Partial<Reachable>, string[], string[]][] = [
  ['nothing that matters', {}, {}, [], []],
  ['the address', { email: 'old@example.org' }, {}, ['no_address', 'refused'], []],
  ['a first address', { email: null }, {}, ['no_address', 'refused'], []],
  ['an address that is removed', {}, { email: null }, [], []],
  ['an address that is emptied', {}, { email: '' }, [], []],
  ['the number', { phoneMobile: '030 1234' }, {}, [], ['no_phone', 'refused', ...ofNumbers]],
  ['a number that is removed', {}, { phoneMobile: null }, [], []],
  ['the country', { country: 'Narnia' }, {}, [], ofNumbers],
  ['a country that is removed', {}, { country: null }, [], ofNumbers],
  ['consent to e-mail', { notifyByEmail: false }, {}, ['no_consent'], []],
  ['consent to e-mail that is taken back', {}, { notifyByEmail: false }, [], []],
  ['consent to texts', { notifyBySms: false }, {}, [], ['no_consent']],
]

test.each(table)(
  'a change of %s removes exactly the reasons that it can remove for not reaching the patient',
  (_, before, after, email, sms) => {
    const removed = reasonsRemoved({ ...zoe, ...before }, { ...zoe, ...after })
    expect(removed.email.toSorted()).toEqual(email.toSorted() as never)
    expect(removed.sms.toSorted()).toEqual(sms.toSorted() as never)
  },
)

test("each reason for not reaching a patient that depends on the patient's record can be removed by a change of the record", () => {
  const nobody = { email: null, phoneMobile: null, country: null, notifyByEmail: false, notifyBySms: false }
  const { email, sms } = reasonsRemoved(nobody, zoe)
  expect(new Set([...email, ...sms])).toEqual(new Set(unreachedReasons))
})
