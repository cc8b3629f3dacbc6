/** The OpenAPI document and the service accept the same texts, times and time zones. */
import { expect, test } from 'bun:test'
import { isVisible } from '../../src/domain/visible.ts'
import { clinic } from '../support/clinic.ts'
import { document, faultsIn, operations } from '../support/openapi.ts'

const closed = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const open = (start: string, end: string) => ({ workingHours: { ...closed, mon: [{ start, end }] } })

interface Case {
  readonly schema: string
  readonly method: string
  readonly path: string
  readonly bodyOf: (value: string) => object
  readonly taken: readonly string[]
  readonly refused: readonly string[]
}

const cases: Record<string, Case> = {
  'a free text': {
    schema: 'CreatePatient',
    method: 'POST',
    path: '/patients',
    bodyOf: (gender) => ({ firstName: 'Zoé', lastName: 'Müller', gender }),
    taken: ['', ' ', 'divers', 'zwei\nZeilen', '👩‍⚕️', 'x'.repeat(1000)],
    refused: ['\0', 'a\0b', 'x'.repeat(1001)],
  },
  'a text that must not be empty': {
    schema: 'CreateTag',
    method: 'POST',
    path: '/tags',
    bodyOf: (name) => ({ name }),
    taken: ['x', ' y ', 'Recall due', '👩‍⚕️', '\tzwei\nZeilen', '\u200dx', '\ufeff1'],
    refused: ['', ' ', '\n\t\u00a0', 'a\0b', '\0', 'x'.repeat(201), '\u200d', '\x1f', '\u2800\xad'],
  },
  'an opening time': {
    schema: 'UpdatePractice',
    method: 'PATCH',
    path: '/practice',
    bodyOf: (start) => open(start, '24:00'),
    taken: ['00:00', '09:05', '19:59', '23:59'],
    refused: ['24:00', '9:00', '09:60', '25:00', '09:00:00', '0900', ' 09:00', ''],
  },
  'a closing time': {
    schema: 'UpdatePractice',
    method: 'PATCH',
    path: '/practice',
    bodyOf: (end) => open('00:00', end),
    taken: ['00:01', '23:59', '24:00'],
    refused: ['24:01', '9:00', '09:60', '25:00', '24:00:00', ''],
  },
  'a time zone': {
    schema: 'UpdatePractice',
    method: 'PATCH',
    path: '/practice',
    bodyOf: (timezone) => ({ timezone }),
    taken: ['Europe/Berlin', 'America/Port-au-Prince', 'Etc/GMT+5', 'Asia/Calcutta', 'EST5EDT', 'UTC'],
    refused: ['', '+02:00', '02:00', ' Europe/Berlin', 'Europe/', '/Berlin', 'Europe//Berlin'],
  },
}

for (const [name, { schema, method, path, bodyOf, taken, refused }] of Object.entries(cases))
  test(`§8 The OpenAPI document has a pattern for each rule of a text that a regular expression can hold. The pattern accepts and refuses the same texts as the service. ${name}`, async () => {
    await using c = await clinic()
    const said = (value: string) => faultsIn(document.components.schemas[schema]!, bodyOf(value), 'sent')
    const send = (value: string) => c.owner.call(method, `/api/v1${path}`, bodyOf(value))
    for (const value of taken) {
      expect(said(value), value).toEqual([])
      const { status, text } = await send(value)
      expect(status, `${value} ${text}`).toBeWithin(200, 202)
    }
    for (const value of refused) {
      expect(said(value), value).not.toEqual([])
      expect((await send(value)).status, value).toBe(400)
    }
  })

test('the pattern of time zones in the OpenAPI document accepts every time zone', () => {
  const schema = document.components.schemas.UpdatePractice!
  for (const timezone of Intl.supportedValuesOf('timeZone'))
    expect(faultsIn(schema, { timezone }, 'sent'), timezone).toEqual([])
})

test('the pattern of a required text in the OpenAPI document accepts each visible character of 16 bits, and no other', () => {
  const pattern = new RegExp(document.components.schemas.CreateTag!.properties!.name!.pattern!, 'u')
  const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
    letter.isWellFormed(),
  )
  expect(letters.filter((letter) => pattern.test(letter) !== isVisible(letter))).toEqual([])
})

interface Query {
  readonly operationId: string
  readonly name: string
  /** The path, with the other parameters that the operation needs. */
  readonly path: string
  readonly taken: readonly string[]
  readonly refused: readonly string[]
}

const queries: readonly Query[] = [
  {
    operationId: 'listWaiting',
    name: 'fits',
    path: '/waiting-list?',
    taken: ['2030-03-26T08:00:00Z/2030-03-26T12:00Z', '2030-03-26T08:00:00.5+01:00/2030-03-26T12:00:00 0100'],
    refused: [
      '',
      '/',
      '2030-03-26T08:00:00Z',
      '2030-03-26T08:00/2030-03-26T12:00',
      '2030-13-26T08:00Z/2031-01-01T00:00Z',
    ],
  },
  {
    operationId: 'listAudit',
    name: 'cursor',
    path: '/audit?',
    taken: [Buffer.from('1 1').toString('base64url')],
    refused: ['', ' ', 'a=', 'a/b', 'x'.repeat(201)],
  },
  {
    operationId: 'suggestHolidays',
    name: 'country',
    path: '/closures/holidays?year=2030&',
    taken: ['DE', 'de'],
    refused: ['', 'D', 'DEU', '1!'],
  },
]

for (const { operationId, name, path, taken, refused } of queries)
  test(`the OpenAPI document and the service accept the same values of \`${name}\` of ${operationId}`, async () => {
    await using c = await clinic({ signedIn: true })
    const { schema } = operations
      .find((operation) => operation.operationId === operationId)!
      .parameters.find((parameter) => parameter.name === name)!
    const send = (value: string) =>
      c.owner.call('GET', `/api/v1${path}${new URLSearchParams({ [name]: value })}`)
    for (const value of taken) {
      expect(faultsIn(schema, value, 'sent'), value).toEqual([])
      const { status, text } = await send(value)
      expect(status, text).toBe(200)
    }
    for (const value of refused) {
      expect(faultsIn(schema, value, 'sent'), value).not.toEqual([])
      expect((await send(value)).status, value).toBe(400)
    }
  })
