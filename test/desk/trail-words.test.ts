/** Every act that the audit trail can hold has a sentence that a person understands, in each language. */
import { describe, expect, test } from 'bun:test'
import { getTableColumns } from 'drizzle-orm'
import { absences } from '../../db/schema/absences.ts'
import { chairs, entries } from '../../db/schema/calendar.ts'
import { closures } from '../../db/schema/closures.ts'
import { dayNotes } from '../../db/schema/day-notes.ts'
import { waitingList } from '../../db/schema/front-desk.ts'
import { users } from '../../db/schema/members.ts'
import { notes } from '../../db/schema/notes.ts'
import { reminderSettings } from '../../db/schema/notices.ts'
import { patients, tags } from '../../db/schema/patients.ts'
import { practices } from '../../db/schema/practice.ts'
import { recallContacts } from '../../db/schema/recalls.ts'
import { cancellations, progress } from '../../db/schema/visits.ts'
import { commands } from '../../src/cli/commands.ts'
import { type Named, sentenceOf } from '../../src/desk/screens/settings/trail/sentence.ts'
import { seated } from '../../src/desk/words/seat.ts'
import { participleOf, de as writtenDe } from '../../src/desk/words/trail/de.ts'
import { pastOf, en as writtenEn } from '../../src/desk/words/trail/en.ts'
import type { AuditEvent } from '../../src/desk/words/trail/words.ts'
import { auditKinds } from '../../src/domain/audit.ts'
import { operations } from '../support/openapi.ts'

const [en, de] = [seated(writtenEn), seated(writtenDe)]

const source = await Promise.all(
  [...new Bun.Glob('src/**/*.ts').scanSync('.')].map((path) => Bun.file(path).text()),
)
/** The matches of a pattern in the source: the text in its first group. */
const inSource = (pattern: RegExp) =>
  source.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found!))

const openRoutes = [
  ...inSource(/openRoute\(\s*\{\s*(?:\.\.\.\w+, )?id: '(\w+)'/g),
  ...inSource(/\bfinish\(\s*'(\w+)'/g),
  ...inSource(/new RequestAct\(\w+, '(\w+)'/g),
]
const ownTasks = inSource(/(?:serviceAct|bookkeepingAct|operatorAct)\('([\w ]+)'\)/g)

describe.each(Object.entries({ en, de }))('in %s', (_, words) => {
  test('every operation, open route, command and task has a sentence in the audit trail', () => {
    const known = [
      ...operations.map(({ operationId }) => operationId!),
      ...openRoutes,
      ...commands.map(({ name }) => name),
      ...ownTasks,
    ]
    expect(openRoutes).toContain('finishSignIn')
    expect(openRoutes).toContain('unsubscribe')
    expect(openRoutes.length).toBeGreaterThan(12)
    expect(ownTasks).toContain('sendMessage')
    expect(ownTasks).toContain('token create')
    expect(known.filter((action) => !(action in words.acts))).toEqual([])
  })

  test('every kind of act in the audit trail has a name for the filter', () => {
    expect(Object.keys(words.kinds).sort()).toEqual([...auditKinds].sort())
  })
})

test('both languages have sentences for the same acts', () => {
  expect(Object.keys(de.acts).sort()).toEqual(Object.keys(en.acts).sort())
})

/** Columns that stay inside the database. No act shows them. */
const hidden = /^(practiceKey|rowId|version|.*Key|wordEndings)$/

test('every field of a record has a German name', () => {
  const tables = [
    patients,
    notes,
    entries,
    tags,
    chairs,
    closures,
    absences,
    dayNotes,
    waitingList,
    recallContacts,
    users,
    practices,
  ]
  const columns = [...tables, reminderSettings, progress, cancellations].flatMap((table) =>
    Object.keys(getTableColumns(table as never)),
  )
  const fields = columns.filter((name) => !hidden.test(name))
  expect(fields.length).toBeGreaterThan(100)
  // A field without a German name is shown with its name in the code.
  const same = ['name', 'status']
  expect(fields.filter((name) => !same.includes(name) && de.field(name) === name)).toEqual([])
})

test('every German act ends in a verb whose participle is known', () => {
  const verbs = Object.values(de.acts).map((act) => act.split(' ').at(-1)!)
  expect(verbs.filter((verb) => participleOf(verb) === undefined)).toEqual([])
})

const anna: AuditEvent['actor'] = { kind: 'member', memberId: null, name: 'Anna Weber', role: 'owner' }
const event = (more: Partial<AuditEvent>): AuditEvent => ({
  seq: 1,
  at: '2026-03-02T08:00:00.000Z',
  actor: anna,
  credential: null,
  address: null,
  requestId: null,
  kind: 'write',
  action: 'updatePatient',
  record: null,
  patientId: null,
  patient: null,
  patientIds: [],
  times: 1,
  fields: [],
  values: null,
  detail: {},
  ...more,
})
const named: Named = new Map([['jonas', 'Jonas Weber']])
const told = (more: Partial<AuditEvent>) => sentenceOf(event(more), named, en)
const gesagt = (more: Partial<AuditEvent>) => sentenceOf(event(more), named, de)

test('a sentence of the audit trail names the member who acted, the fields and the patient', () => {
  const zoe = { patientId: 'zoe', patient: { firstName: 'Zoé', lastName: '$& Müller' } }
  expect(told({ ...zoe, fields: ['phoneMobile'] })).toBe(
    'Anna Weber changed the phone number of Zoé $& Müller.',
  )
  expect(told({ ...zoe, fields: ['email', 'dob'] })).toBe(
    'Anna Weber changed the e-mail address and date of birth of Zoé $& Müller.',
  )
  expect(told({ fields: ['a', 'b', 'c', 'd', 'e'] })).toBe(
    'Anna Weber changed the a, b, c and 2 more fields of a patient.',
  )
  expect(told({ patientId: 'gone' })).toBe('Anna Weber changed nothing of a patient who is no longer kept.')
  expect(told({ action: 'bookAppointment', ...zoe })).toBe(
    'Anna Weber booked an appointment for Zoé $& Müller.',
  )
  expect(told({ action: 'bookAppointment' })).toBe('Anna Weber booked an appointment.')
})

test('a sentence of the audit trail names the member that an act is about', () => {
  const record = (kind: string) => ({ action: 'inviteMember', record: { kind, id: 'jonas' } })
  expect(told(record('member'))).toBe('Anna Weber invited Jonas Weber.')
  expect(told(record('link'))).toBe('Anna Weber made a link for Jonas Weber.')
})

test('sentences of the audit trail cover strangers, the service, refusals, repeated acts and lists', () => {
  const by = (kind: AuditEvent['actor']['kind']) => ({
    actor: { kind, memberId: null, name: null, role: null },
  })
  expect(told({ ...by('stranger'), kind: 'refusal', action: 'listPatients', times: 1_200 })).toBe(
    'Somebody unknown tried to look at a list of patients and was refused (1,200 times).',
  )
  expect(told({ ...by('stranger'), kind: 'refusal', action: 'unknown' })).toBe(
    'Somebody unknown tried to use the API and was refused.',
  )
  expect(told({ ...by('stranger'), kind: 'refusal', action: 'GET /api/v1/me' })).toBe(
    'Somebody unknown tried to use “GET /api/v1/me” and was refused.',
  )
  expect(told({ ...by('operator'), action: 'token create' })).toBe(
    'The person who runs the server made an API token.',
  )
  expect(told({ ...by('patient'), action: 'optOut' })).toBe('A patient asked for no more messages.')
  expect(told({ kind: 'read', action: 'listPatients', patientIds: ['1', '2'] })).toBe(
    'Anna Weber looked at a list of patients, with 2 patients.',
  )
  expect(told({ ...by('service'), action: 'newThing' })).toBe('The server did “newThing”.')
})

test('a sentence of the audit trail names the outcome of a message', () => {
  const message = (outcome: string) =>
    told({
      ...({
        actor: { ...anna, kind: 'service', name: null, role: null },
        kind: 'message',
        action: 'sendMessage',
      } as const),
      patientId: 'zoe',
      patient: { firstName: 'Zoé', lastName: 'Müller' },
      detail: { outcome },
    })
  expect(['sent', 'skipped', 'dead', 'uncertain'].map(message)).toEqual([
    'The server sent a message to Zoé Müller.',
    'The server did not send a message to Zoé Müller.',
    'The server could not send a message to Zoé Müller.',
    'The server sent a message to Zoé Müller, and nobody knows whether it arrived.',
  ])
})

test('a German sentence of the audit trail names the member who acted, the patient and the fields', () => {
  const zoe = { patientId: 'zoe', patient: { firstName: 'Zoé', lastName: '$& Müller' } }
  expect(gesagt({ ...zoe, fields: ['phoneMobile', 'dob'] })).toBe(
    'Anna Weber hat Angaben über Zoé $& Müller geändert: Telefon und Geburtsdatum.',
  )
  expect(gesagt({ fields: ['firstName', 'lastName', 'dob', 'email', 'gender'] })).toBe(
    'Anna Weber hat Angaben über einen Patienten geändert: Vorname, Nachname, Geburtsdatum und 2 weitere Felder.',
  )
  expect(gesagt({ action: 'bookAppointment', ...zoe })).toBe(
    'Anna Weber hat einen Termin für Zoé $& Müller eingetragen.',
  )
  expect(gesagt({ action: 'bookAppointment' })).toBe('Anna Weber hat einen Termin eingetragen.')
  expect(gesagt({ action: 'inviteMember', record: { kind: 'member', id: 'jonas' } })).toBe(
    'Anna Weber hat Jonas Weber eingeladen.',
  )
  expect(gesagt({ action: 'finishSignIn' })).toBe('Anna Weber hat sich angemeldet.')
})

test('German sentences of the audit trail cover strangers, refusals and messages', () => {
  const by = (kind: AuditEvent['actor']['kind']) => ({ actor: { ...anna, kind, name: null } })
  expect(gesagt({ ...by('stranger'), kind: 'refusal', action: 'listPatients', times: 1_200 })).toBe(
    'Eine unbekannte Person wollte eine Liste von Patienten ansehen und durfte es nicht (1.200-mal).',
  )
  expect(gesagt({ ...by('stranger'), kind: 'refusal', action: 'GET /api/v1/me' })).toBe(
    'Eine unbekannte Person wollte „GET /api/v1/me“ benutzen und durfte es nicht.',
  )
  const message = (outcome: string) =>
    gesagt({
      ...by('service'),
      kind: 'message',
      action: 'sendMessage',
      patientId: 'zoe',
      detail: { outcome },
      patient: { firstName: 'Zoé', lastName: 'Müller' },
    })
  expect(['sent', 'skipped', 'dead', 'uncertain'].map(message)).toEqual([
    'Der Server hat eine Nachricht an Zoé Müller geschickt.',
    'Der Server hat eine Nachricht an Zoé Müller nicht geschickt.',
    'Der Server konnte eine Nachricht an Zoé Müller nicht schicken.',
    'Der Server hat eine Nachricht an Zoé Müller geschickt, und niemand weiß, ob sie ankam.',
  ])
})

test('every English verb of the audit trail has the right past form', () => {
  const regular =
    /^(add|answer|ask|book|chang|check|confirm|delet|end|enter|eras|fill|invit|join|list|look|mark|merg|mov|not|open|postpon|preview|remov|renam|restor|revok|sav|search|sign|subscrib|us)ed$/
  const irregular =
    /^(became|began|brought|cancelled|did|kept|made|planned|put|read|sent|set|showed|took|tried|went|wrote)$/
  const verbs = new Set(Object.values(en.acts).map((words) => words.split(' ')[0]!))
  const pasts = [...verbs].map(pastOf)
  expect(pasts.filter((past) => !regular.test(past) && !irregular.test(past))).toEqual([])
})

test('a field without a listed name is shown as the words of its name in the code', () => {
  expect(en.field('longLastName')).toBe('long last name')
  expect(en.detail('sessionsEnded')).toBe('Sessions ended')
})
