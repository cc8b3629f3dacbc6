/** What the document says of texts, times and zones is what the service takes. */
import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { document, faultsIn } from '../support/openapi.ts'

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
    taken: ['x', ' y ', 'Recall due', '👩‍⚕️', '\tzwei\nZeilen'],
    refused: ['', ' ', '\n\t\u00a0', 'a\0b', '\0', 'x'.repeat(201)],
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
  test(`the document takes and refuses ${name} as the service does`, async () => {
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

test('the pattern of time zones takes every zone that there is', () => {
  const schema = document.components.schemas.UpdatePractice!
  for (const timezone of Intl.supportedValuesOf('timeZone'))
    expect(faultsIn(schema, { timezone }, 'sent'), timezone).toEqual([])
})
