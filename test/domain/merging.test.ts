import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { filledBy, type Mergeable } from '../../src/domain/merging.ts'

const empty: Mergeable = {
  dob: null,
  gender: null,
  email: null,
  phoneMobile: null,
  address: null,
  postcode: null,
  town: null,
  country: null,
  preferredLanguage: null,
  notifyByEmail: false,
  notifyBySms: false,
  mayBookOnline: true,
  metadata: {},
  ownFields: null,
}
const filled = (kept: Partial<Mergeable>, from: Partial<Mergeable>) =>
  filledBy({ ...empty, ...kept }, { ...empty, ...from })

const text = fc.constantFrom(null, '', ' ', 'a', 'b')
const record: fc.Arbitrary<Mergeable> = fc.record({
  dob: fc.constantFrom(null, '1987-04-23'),
  gender: text,
  email: text,
  phoneMobile: fc.constantFrom(null, '0151 1', '+49 151 1'),
  address: text,
  postcode: text,
  town: text,
  country: text,
  preferredLanguage: fc.constantFrom(null, 'de', 'en'),
  notifyByEmail: fc.boolean(),
  notifyBySms: fc.boolean(),
  mayBookOnline: fc.boolean(),
  metadata: fc.constantFrom({}, { a: 1 }),
  ownFields: fc.constantFrom(null, { insurer: 'AOK' }, { insurer: 'TK', number: 'A1' }),
})

test('§25 A merge changes no value of the kept record, except consents. A consent can only be withdrawn by a merge.', () => {
  fc.assert(
    fc.property(record, record, (kept, from) => {
      for (const [field, value] of Object.entries(filledBy(kept, from))) {
        const before = kept[field as keyof Mergeable]
        if (typeof before === 'boolean') expect([before, value]).toEqual([true, false])
        else if (field === 'ownFields') expect(value).toMatchObject((before ?? {}) as object)
        else if (typeof before === 'object' && before !== null) expect(before).toEqual({})
        else expect((before ?? '').trim()).toBe('')
      }
    }),
  )
})

test('§25 A merged record fills the empty fields of the kept record. A second merge of the same values fills nothing.', () => {
  const from = {
    ...empty,
    dob: '1987-04-23',
    email: 'a@example.org',
    address: 'Street 1',
    country: 'Germany',
  }
  expect(filled({}, from)).toEqual({
    dob: '1987-04-23',
    email: 'a@example.org',
    address: 'Street 1',
    country: 'Germany',
  })
  expect(filled({ ...from }, from)).toEqual({})
})

test('§25 A merge takes over address, postcode, town and country together or not at all.', () => {
  expect(filled({ postcode: '10969' }, { address: 'Street 1', postcode: '1', country: 'Austria' })).toEqual(
    {},
  )
})

test('§25 When the countries of two records differ, a merge does not take over a phone number without a country code.', () => {
  expect(filled({ country: 'Germany' }, { country: 'Austria', phoneMobile: '0664 1' })).toEqual({})
  expect(filled({ country: 'Germany' }, { country: 'Germany', phoneMobile: '0151 1' })).toEqual({
    phoneMobile: '0151 1',
  })
  expect(filled({}, { country: 'Austria', phoneMobile: '0664 1' })).toEqual({
    country: 'Austria',
    phoneMobile: '0664 1',
  })
  expect(filled({ country: 'Germany' }, { country: 'Austria', phoneMobile: '+43 664 1' })).toEqual({
    phoneMobile: '+43 664 1',
  })
})

test('§25 When a merge takes over an e-mail address, messages go to the address only when both records had agreed to them.', () => {
  const agreed = { notifyByEmail: true }
  expect(filled(agreed, { email: 'a@example.org' })).toEqual({ email: 'a@example.org', notifyByEmail: false })
  expect(filled(agreed, { email: 'a@example.org', ...agreed })).toEqual({ email: 'a@example.org' })
  expect(filled({}, { email: 'a@example.org', ...agreed })).toEqual({ email: 'a@example.org' })
  expect(filled({ email: 'b@example.org', ...agreed }, { email: 'a@example.org' })).toEqual({})
})
