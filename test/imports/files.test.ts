/** Files of other programs: how the service reads them, who may import them, and where they are kept. */
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  fileKeptMs,
  mostColumns,
  mostFileBytes,
  mostOpenImports,
  mostRows,
} from '../../src/domain/import/kinds.ts'
import { rowsOf as rowsOfTable } from '../../src/features/imports/table.ts'
import { uploadOf } from '../../src/http/upload.ts'
import { problem, success } from '../support/answers.ts'
import { auditRows } from '../support/audit.ts'
import { clinic, monday } from '../support/clinic.ts'
import { act, bring, decide, importFile, look, rowsOf, upload } from '../support/importing.ts'
import { errorOf } from '../support/rejection.ts'

const text = 'Id;First Name;Last Name\r\n1;Zoé;Weiß\r\n'
const inUtf16 = (order: 'le' | 'be', withMark: boolean) => {
  const bytes = Buffer.from((withMark ? '\ufeff' : '') + text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

test.each([
  ['utf-8', Buffer.from(text)],
  ['utf-8', Buffer.from(`\ufeff${text}`)],
  ['utf-16le', inUtf16('le', true)],
  ['utf-16be', inUtf16('be', true)],
  ['utf-16le', inUtf16('le', false)],
  ['windows-1252', Buffer.from(text, 'latin1')],
] as const)('§35 The service finds out the encoding of an imported file. %s %#', async (encoding, bytes) => {
  await using c = await clinic()
  const { file, columns } = await bring(c, bytes)
  expect(file).toMatchObject({ encoding, separator: 'semicolon', rows: 1 })
  expect(
    columns.map(({ name, examples }: { name: string; examples: string[] }) => [name, ...examples]),
  ).toEqual([
    ['Id', '1'],
    ['First Name', 'Zoé'],
    ['Last Name', 'Weiß'],
  ])
})

test.each([
  ['comma', 'First Name,Last Name\n"Roe, Bob; Jr.",Müller\n'],
  ['semicolon', 'First Name;Last Name\nBob, Jr.;Müller\n'],
  ['tab', 'First Name\tLast Name\nBob, Jr.\tMüller\n'],
  ['pipe', 'First Name|Last Name\nBob, Jr.|Müller\n'],
] as const)(
  '§35 The service finds out which character separates the columns of a file. %s',
  async (separator, file) => {
    await using c = await clinic()
    expect((await bring(c, file)).file.separator).toBe(separator)
  },
)

test('§35 One broken byte does not change the encoding of a file. The row with the byte is refused, and its field is named.', async () => {
  await using c = await clinic()
  const bytes = Buffer.from('Id,First Name,Last Name\n1,Zoé,Müller\n2,Bo,Roe?\n3,Jörg,Groß\n')
  bytes[bytes.lastIndexOf('?')] = 0xff
  const { id, file } = await importFile(c, bytes)
  expect(file.encoding).toBe('utf-8')
  expect(
    (await rowsOf(c, id)).map(({ line, outcome, reason, field }) => [line, outcome, reason, field]),
  ).toEqual([
    [2, 'created', null, null],
    [3, 'refused', 'unreadable_text', 'lastName'],
    [4, 'created', null, null],
  ])
})

test.each([
  ['xlsx', Buffer.from('PK\x03\x04\x14\0[Content_Types].xml,a,b\n1,2\n', 'latin1')],
  ['xls', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0a,b\n1,2\n', 'latin1')],
  ['gzip', Bun.gzipSync('a,b\n1,2\n'.repeat(50))],
  ['pdf', Buffer.from('%PDF-1.7\na,b\n1,2\n')],
  ['another', Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * i * 31) & 255))],
])('§35 A file that is no text cannot be read, and the answer says so. %s', async (_, bytes) => {
  await using c = await clinic()
  const { state, problem } = await bring(c, bytes)
  expect([state, problem]).toEqual(['unreadable', { code: 'no_text', line: null }])
})

test.each([';', ',', '|', '\t'])(
  '§35 The first line of an imported file may name the character that separates the columns. %j',
  async (sign) => {
    await using c = await clinic()
    const file = [`sep=${sign}`, `First Name${sign}Last Name`, `Bob${sign}`].join('\r\n')
    const { id, columns } = await importFile(c, file)
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(['First Name', 'Last Name'])
    expect(await rowsOf(c, id)).toMatchObject([{ line: 3, reason: 'name_missing' }])
  },
)

test('§35 The service knows the columns in exports of Cliniko and Open Dental.', async () => {
  await using c = await clinic()
  const fieldsOf = async (header: string, kind: 'patients' | 'appointments') => {
    const { id, columns } = await bring(c, `${header}\n${'x,'.repeat(30)}\n`, { kind, name: header })
    success(await c.owner.call('DELETE', `/api/v1/imports/${id}`))
    return columns.map(({ field }: { field: string | null }) => field)
  }
  expect(await fieldsOf('id,first_name,last_name,date_of_birth,city,post_code', 'patients')).toEqual([
    'externalId',
    'firstName',
    'lastName',
    'dob',
    'town',
    'postcode',
  ])
  expect(
    await fieldsOf('ID,Starts At,Ends At,Name,Did Not Arrive,Cancelled At,Patient ID', 'appointments'),
  ).toEqual(['externalId', 'startAt', 'endAt', 'title', 'noShow', 'cancelledAt', 'patientExternalId'])
  expect(await fieldsOf('PatNum,LName,FName,Birthdate,WirelessPhone,Zip', 'patients')).toEqual([
    'externalId',
    'lastName',
    'firstName',
    'dob',
    'phoneMobile',
    'postcode',
  ])
  expect(await fieldsOf('AptNum,PatNum,AptStatus,Pattern,Op,provAbbr,AptDateTime', 'appointments')).toEqual([
    'externalId',
    'patientExternalId',
    'visit',
    'pattern',
    'chair',
    'practitioner',
    'startAt',
  ])
})

test("§35 The choice of columns for a program is remembered for the program's next file.", async () => {
  await using c = await clinic()
  const file = 'Number,Called,Family\n1,Zoé,Müller\n'
  const first = await bring(c, file, { name: 'Own list' })
  await decide(c, first.id, {
    columns: [
      { column: 0, field: 'externalId' },
      { column: 1, field: 'firstName' },
      { column: 2, field: 'lastName' },
    ],
  })
  const fieldsOf = async (name: string) =>
    (await bring(c, file, { name })).columns.map(({ field }: { field: string | null }) => field)
  expect(await fieldsOf('Own list')).toEqual(['externalId', 'firstName', 'lastName'])
  expect(await fieldsOf('Another')).toEqual([null, null, null])
})

test('§35 For each file, the owner is asked whether the day or the month comes first, when a column of dates allows both.', async () => {
  await using c = await clinic()
  const file = 'First Name,Last Name,Date of Birth\nZoé,Müller,03/04/1987\n'
  for (const [dateOrder, dob] of [
    ['day_first', '1987-04-03'],
    ['month_first', '1987-03-04'],
  ] as const) {
    const { id, questions } = await bring(c, file)
    expect(questions).toEqual([{ code: 'date_order', fields: ['dob'], column: 2, rows: null }])
    problem(await c.owner.call('POST', `/api/v1/imports/${id}/dry-run`), 409, 'conflict', [
      'columns.2.dateOrder',
    ])
    problem(await c.owner.call('POST', `/api/v1/imports/${id}/commit`), 409, 'conflict')
    await decide(c, id, { columns: [{ column: 2, dateOrder }], duplicates: { same_name_and_dob: 'skip' } })
    await act(c, id, 'dry-run')
    await act(c, id, 'commit')
    const { patients } = success(await c.owner.call('GET', `/api/v1/patients?dob=${dob}`))
    expect(patients).toHaveLength(1)
  }
})

test('§35 Only owners can import. A session needs a passkey that was used a short time ago.', async () => {
  await using c = await clinic({ signedIn: true })
  const file = 'First Name,Last Name\nZoé,Müller\n'
  problem(await upload(c, file, { by: c.assistant }), 403, 'forbidden')
  const { id } = await bring(c, file)
  await act(c, id, 'dry-run')
  c.clock.now += 11 * 60_000
  problem(await upload(c, file), 403, 'passkey_required')
  for (const what of ['commit', 'undo'])
    problem(await c.owner.call('POST', `/api/v1/imports/${id}/${what}`), 403, 'passkey_required')
})

test('§35 A practice has one import at work at a time, and at most five files can wait.', async () => {
  await using c = await clinic()
  const file = 'First Name,Last Name\nZoé,Müller\n'
  const first = success(await upload(c, file), 201)
  problem(await upload(c, file), 409, 'conflict')
  await c.importer.idle()
  for (let i = 1; i < mostOpenImports; i++) await bring(c, file)
  problem(await upload(c, file), 409, 'conflict')
  success(await c.owner.call('DELETE', `/api/v1/imports/${first.id}`))
  await bring(c, file)
})

test('§35 An imported file has at most 200 MB, 200 columns and 1,000,000 rows. When a part cannot be read as a table, its line is named.', async () => {
  await using c = await clinic()
  const request = (headers: Record<string, string>, body: string | null = 'x') =>
    c.app.handle(
      new Request('http://localhost/api/v1/imports?kind=patients&name=A', {
        method: 'POST',
        headers: { authorization: `Bearer ${c.owner.token}`, ...headers },
        body,
      }),
    )
  const tooLong = { 'content-type': 'text/csv', 'content-length': String(mostFileBytes + 1) }
  expect((await request(tooLong)).status).toBe(413)
  expect((await request({ 'content-type': 'application/json' })).status).toBe(415)
  const coded = { 'content-type': 'text/csv', 'content-encoding': 'gzip' }
  expect(await (await request(coded)).json()).toMatchObject({ error: { status: 415 } })
  expect((await request({ 'content-type': 'text/csv' }, null)).status).toBe(400)
  const wide = `${'a,'.repeat(mostColumns)}a\n`
  expect((await bring(c, wide)).problem).toEqual({ code: 'too_many_columns', line: 1 })
  expect((await bring(c, 'First Name,Last Name\n')).problem).toEqual({ code: 'no_rows', line: null })
  const long = `a,b\n1,2\n3,"${'x\n'.repeat(550_000)}"\n`
  expect((await bring(c, long)).problem).toEqual({ code: 'row_too_long', line: 3 })
})

test.each([
  ['It ends in the middle of a cell.', ['3,"open', '4,x', '5,"y"', '6,z']],
  ['It does not end.', ['3,"open', '4,x', '']],
])(
  '§35 When a quotation mark without an end swallows rows, the file cannot be read, and the line is named. %s',
  async (_, rows) => {
    await using c = await clinic()
    const { state, problem } = await bring(c, ['a,b', '1,"two', 'lines"', ...rows].join('\r\n'))
    expect([state, problem]).toEqual(['unreadable', { code: 'open_quote', line: 4 }])
  },
)

test('quotation marks inside a cell of a CSV file are a part of its text', async () => {
  const text = 'a,b\n1,"5 inch" pipe\n2,5" pipe\n3,"""Fine""\nhe said"\n'
  const rows = await Array.fromAsync(rowsOfTable([text], 'comma'))
  expect(rows.map(({ cells }) => cells[1])).toEqual(['b', '"5 inch" pipe', '5" pipe', '"Fine"\nhe said'])
})

test.each(['\n', '\r\n', '\r'])(
  'the line number of a row is the same as in an editor. The line breaks are %j',
  async (br) => {
    const text = ['', 'a,b', '1,"x', 'y', 'z"', '', '"2', '",', '3,4', ''].join(br)
    const lines = async (pieces: Iterable<string>) =>
      (await Array.fromAsync(rowsOfTable(pieces, 'comma'))).map(({ line }) => line)
    expect(await lines([text])).toEqual([2, 3, 7, 9])
    // The same is true when a chunk of the file ends inside a line break.
    expect(await lines(text)).toEqual([2, 3, 7, 9])
  },
)

test('a file with more than a million rows is refused', async () => {
  function* text(rows: number) {
    for (let i = 0; i <= rows; i += 1_000) yield 'a\n'.repeat(1_000)
  }
  const read = async (pieces: Iterable<string>) => {
    let rows = 0
    for await (const _ of rowsOfTable(pieces, 'comma')) rows++
    return rows
  }
  expect(await read(text(2_999))).toBe(3_000)
  expect(await errorOf(read(text(mostRows + 1_000)))).toMatchObject({
    code: 'too_many_rows',
    line: mostRows + 2,
  })
})

test('other work goes on while many empty lines of a file are read', async () => {
  let [isTheirTurn, pieces] = [false, 0]
  function* emptyLines() {
    setTimeout(() => (isTheirTurn = true))
    for (; pieces < 500 && !isTheirTurn; pieces++) yield '\n'.repeat(1_000)
  }
  expect(await Array.fromAsync(rowsOfTable(emptyLines(), 'comma'))).toEqual([])
  expect(pieces).toBeLessThan(500)
})

test('§35 An imported file is kept beside the database and removed after a day. Only the service can read it.', async () => {
  await using c = await clinic()
  const { id } = await bring(c, 'First Name,Last Name\nZoé,Müller\n')
  const folder = `${c.path}-imports`
  const path = join(folder, readdirSync(folder)[0]!)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  c.clock.now = monday + fileKeptMs
  await c.importer.tick()
  expect(existsSync(path)).toBe(false)
  expect(await look(c, id)).toMatchObject({ state: 'expired', file: { removed: true } })
})

test('§35 No file is accepted when the disk has no room.', async () => {
  await using c = await clinic({ diskRoom: { free: 100, needed: 60 } })
  c.faults.length = 0
  problem(await upload(c, 'First Name,Last Name\nZoé,Müller\n'), 503, 'unavailable', ['disk'])
  c.faults.length = 0
})

test('§35 The audit trail says who imported which file, and holds none of its rows.', async () => {
  await using c = await clinic()
  const { id } = await bring(c, 'First Name,Last Name,Secret column\nZoé,Müller,Canary\n')
  await act(c, id, 'dry-run')
  const rows = JSON.stringify(await auditRows(c))
  expect(rows).toContain('createImport')
  for (const word of ['Müller', 'Canary', 'Secret column']) expect(rows).not.toContain(word)
})

test('§35 The dry run of an import lists for each row its line, what would happen and why. It writes nothing into the records.', async () => {
  await using c = await clinic()
  const { id: patientId } = success(
    await c.owner.call('POST', '/api/v1/patients', { firstName: 'Ida', lastName: 'Roe', dob: '1980-01-02' }),
    201,
  )
  const before = success(await c.owner.call('GET', '/api/v1/patients'))
  const { id } = await bring(
    c,
    [
      'Id,First Name,Last Name,Date of Birth,Mobile,Status',
      '1,Zoé,"Müller',
      '-Weiß",1987-04-23,,',
      '',
      '2,,Meier,,,',
      '3,Ida,Roe,1980-01-02,030 991234,',
      '1,Bob,Roe,,,',
      '4,Eva,Lang,1990-02-30,,',
      '5,Eva,Lang,1990-02-03,0151 2345678,',
      '6,Tom,Lang,,+49 151 2345678,',
      '7,Tim,Kurz,,,martian',
      '8,Tim,Kurz,,,,too,many',
    ].join('\n'),
  )
  const { counts, unknownValues } = await act(c, id, 'dry-run')
  const rows = await rowsOf(c, id)
  expect(
    rows.map(({ line, outcome, reason, field, sameAsLine }) => [line, outcome, reason, field, sameAsLine]),
  ).toEqual([
    [2, 'create', null, null, null],
    [5, 'refused', 'name_missing', 'firstName', null],
    [6, 'duplicate', 'same_name_and_dob', null, null],
    [7, 'refused', 'repeated_id', 'externalId', 2],
    [8, 'refused', 'unreadable_date', 'dob', null],
    [9, 'create', null, null, null],
    [10, 'duplicate', 'same_contact', null, 9],
    [11, 'refused', 'unknown_value', 'status', null],
    [12, 'refused', 'wrong_cells', null, null],
  ])
  expect(rows[2]!.recordId).toBe(patientId)
  expect(unknownValues).toEqual([{ field: 'status', value: 'martian', rows: 1 }])
  expect(counts).toEqual([
    { outcome: 'create', rows: 2 },
    { outcome: 'duplicate', rows: 2 },
    { outcome: 'refused', rows: 5 },
  ])
  expect(success(await c.owner.call('GET', '/api/v1/patients'))).toEqual(before)
  const page = success(await c.owner.call('GET', `/api/v1/imports/${id}/rows?outcome=refused&limit=2`))
  const next = success(
    await c.owner.call('GET', `/api/v1/imports/${id}/rows?outcome=refused&limit=2&cursor=${page.nextCursor}`),
  )
  expect([...page.rows, ...next.rows].map(({ line }: { line: number }) => line)).toEqual([5, 7, 8, 11])
})

test('§35 Before the commit of an import, the owner decides about likely duplicates, all at once or one by one.', async () => {
  await using c = await clinic()
  const names = ['Ida', 'Bob', 'Eva']
  for (const firstName of names)
    success(
      await c.owner.call('POST', '/api/v1/patients', { firstName, lastName: 'Roe', dob: '1980-01-02' }),
      201,
    )
  const rows = names.map((name, i) => `${i},${name},Roe,1980-01-02,Bonn`).join('\n')
  const { id } = await bring(c, `Id,First Name,Last Name,Date of Birth,City\n${rows}\n`)
  const { questions } = await act(c, id, 'dry-run')
  expect(questions).toEqual([{ code: 'duplicates', fields: [], column: null, rows: 3 }])
  problem(await c.owner.call('POST', `/api/v1/imports/${id}/commit`), 409, 'conflict', ['duplicates'])
  await decide(c, id, {
    decisions: [
      { line: 2, decision: 'update' },
      { line: 3, decision: 'create' },
    ],
  })
  problem(
    await c.owner.call('PATCH', `/api/v1/imports/${id}`, { decisions: [{ line: 9, decision: 'skip' }] }),
    400,
    'validation_failed',
  )
  expect((await decide(c, id, { duplicates: { same_name_and_dob: 'skip' } })).questions).toEqual([])
  await act(c, id, 'commit')
  expect((await rowsOf(c, id)).map(({ outcome }) => outcome)).toEqual(['updated', 'created', 'skipped'])
  const { patients } = success(await c.owner.call('GET', '/api/v1/patients?search=roe'))
  // An import does not give the consent of a patient to recalls.
  expect(patients.some(({ recallConsent }: { recallConsent: boolean }) => recallConsent)).toBe(false)
  expect(
    patients.map(({ firstName, town }: { firstName: string; town: string | null }) => [firstName, town]),
  ).toEqual([
    ['Bob', null],
    ['Bob', 'Bonn'],
    ['Eva', null],
    ['Ida', 'Bonn'],
  ])
  // In a further file of the same program, the ids identify the patients.
  const again = await importFile(
    c,
    `Id,First Name,Last Name,Date of Birth,City\n${rows.replaceAll('Bonn', 'Köln').split('\n').slice(0, 2).join('\n')}\n`,
  )
  expect(again.counts).toEqual([{ outcome: 'updated', rows: 2 }])
})

test('a NUL character in the name of a column, a cell or an unknown value causes no error', async () => {
  await using c = await clinic()
  const file = 'First Name,Last Name,Status,No\0te\nZoé,Müller,mar\0tian,a\0b\nIda,Roe,martian,\n'
  const { id } = await bring(c, file)
  const { unknownValues } = await act(c, id, 'dry-run')
  expect(unknownValues).toEqual([{ field: 'status', value: 'martian', rows: 1 }])
  expect(success(await c.owner.call('GET', '/api/v1/imports')).imports).toHaveLength(1)
})

/** A request with a body that arrives in chunks. */
const arriving = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Request('http://localhost/api/v1/imports?kind=patients&name=A', {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body,
  })

test('while one file of a practice is being uploaded, a second upload is refused with 409', async () => {
  await using c = await clinic()
  const file = 'First Name,Last Name\nZoé,Müller\n'
  for (const end of ['close', 'error'] as const) {
    const isRead = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          controller.enqueue(Buffer.from(file))
          isRead.resolve(controller)
          return new Promise(() => undefined)
        },
      },
      { highWaterMark: 0 },
    )
    const first = c.app.handle(arriving(body, { authorization: `Bearer ${c.owner.token}` }))
    const controller = await isRead.promise
    problem(await upload(c, file), 409, 'conflict')
    controller[end]()
    expect((await first).status).toBe(end === 'close' ? 201 : 400)
    await c.importer.idle()
    // After the first upload, another upload is accepted.
    await bring(c, file)
  }
})

test('an upload that is too slow is broken off', async () => {
  const read = async (piece: number) => {
    let now = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          now += 29_000
          if (now > 600_000) controller.close()
          else controller.enqueue(new Uint8Array(piece))
        },
      },
      { highWaterMark: 0 },
    )
    const { body: pieces } = uploadOf(arriving(body), ['text/csv'], mostFileBytes, () => now)
    let bytes = 0
    for await (const one of pieces) bytes += one.byteLength
    return bytes
  }
  expect(await errorOf(read(1))).toMatchObject({ code: 'validation_failed' })
  expect(await read(1024 ** 2)).toBe(20 * 1024 ** 2)
})

test('an upload that ends before its stated length is refused', async () => {
  const request = new Request('http://localhost', {
    method: 'POST',
    body: 'First name\nAnna',
    headers: { 'content-type': 'text/csv', 'content-length': '100' },
  })
  const { body } = uploadOf(request, ['text/csv'], mostFileBytes)
  expect(await errorOf(Array.fromAsync(body))).toMatchObject({ code: 'validation_failed' })
})
