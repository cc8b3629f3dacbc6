/** The rows that each command adds to the audit trail. A command that is not in the table makes the test fail. */

import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { idOf } from '../../db/stored-id.ts'
import type { Machine, Result } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { loadConfig } from '../../src/config.ts'
import { inShort, rowsOf } from '../support/audit.ts'
import { newDatabasePath } from '../support/server.ts'

/** The rows of each command. Equal rows count as one. A text is the reason why a command adds no row. */
const left: Readonly<Record<string, readonly string[] | string>> = {
  'practice create': ['settings practice', 'access member', 'access link'],
  'practice host': ['settings practice'],
  proxy: 'it lists the names of hosts',
  'member list': 'it lists members, and no patient',
  'token create': ['access token'],
  'token list': 'it lists tokens, and no patient',
  'token revoke': ['access token'],
  link: ['access member', 'access link'],
  'keys rotate': ['settings signingKey'],
  demo: [
    ...[
      'settings practice',
      'access member',
      'access token',
      'write chair',
      'write tag',
      'write appointmentType',
    ],
    ...[
      'write patient of a patient',
      'write note of a patient',
      'write appointment',
      'message',
      'message reminder',
    ],
    ...['write appointment of a patient', 'write progress of a patient'],
    ...[
      'write closure',
      'write webhook',
      'write recall of a patient',
      'write waiting of a patient',
      'write inboxMark of a patient',
    ],
    ...['write inboxCall of a patient', 'write absence', 'write dayNote', 'write import'],
  ],
  'backup now': ['export'],
  'backup verify': 'it compares a backup with the database, and shows neither',
  'backup begin-anew': 'it sends the database to its own object store once more',
  'audit verify': 'it reads the trail, and shows nobody’s record',
  'audit confirm-restore': 'it writes a row where the database was taken back, and shows nobody’s record',
  'audit export': ['export trail'],
  'patient export': ['export patient of a patient'],
  'patient erase': ['erasure patient of a patient'],
  'practice export': ['export practice'],
  'practice import': ['export practice'],
  'practice remove': ['export practice'],
  restore: 'the server that starts with the restored state tells of it',
  doctor: 'it looks at the installation, and at no record',
  // Each of these commands needs an object store that obeys conditional writes, and two or more cells.
  'practice move': 'what arrives in the other cell leaves the row `practice import`',
  'cells listen': 'what arrives leaves the row `practice import`',
  'cells list': 'it lists cells, and no patient',
  'cells add': 'it changes the directory of the cells, and no record',
  'cells drain': 'it changes the directory of the cells, and no record',
  'router haproxy': 'it reads the directory of the cells, and no record',
  spare: 'it restores a server that is silent, and that server leaves the rows',
}

const machine = (databasePath: string): Machine => ({
  config: loadConfig({ databasePath }, { PUBLIC_URL: 'https://app.example.org' }),
  now: Date.now,
  say: () => undefined,
  ask: undefined,
})

test('§14.1 Commands on the command line add rows with the actor `operator` to the audit trail.', async () => {
  expect(Object.keys(left).sort()).toEqual(commands.map(({ name }) => name).sort())
  const path = newDatabasePath()
  const demoPath = newDatabasePath()
  const ran = new Set<string>()
  const run = async (name: string, values: Record<string, string | boolean>, database = path) => {
    ran.add(name)
    const before = existsSync(database) ? rowsOf(database).length : 0
    const result = await commands.find((one) => one.name === name)!.run(values as never, machine(database))
    const rows = rowsOf(database)
    const added = rows.length - before
    const own = rows.filter(({ action }) => action === name)
    const expected = left[name]!
    const short = [...new Set(own.map(inShort))].sort()
    expect({ name, short }).toEqual({ name, short: typeof expected === 'string' ? [] : [...expected].sort() })
    if (typeof expected === 'string') expect(added).toBe(0)
    for (const row of own)
      expect(row).toMatchObject({ actor: 'operator', userId: null, credential: null, requestId: null })
    return (Array.isArray(result) ? result[0] : result) as Result
  }
  // The demo makes the database.
  await run('demo', {}, demoPath)
  const email = 'zoe@example.org'
  const { practiceId } = await run('practice create', {
    name: 'A',
    timezone: 'UTC',
    'owner-name': 'Zoé',
    'owner-email': email,
  })
  await run('practice host', { id: practiceId as string, host: 'a.app.example.org', yes: true })
  await run('proxy', { for: 'caddy' })
  await run('member list', {})
  const { tokenId } = await run('token create', { email, name: 'x' })
  await run('token list', { email })
  await run('token revoke', { email, id: tokenId as string })
  await run('link', { email, yes: true })
  await run('keys rotate', {})
  const copy = newDatabasePath()
  await run('backup now', { to: copy })
  // The copy contains a row about its own export.
  expect(rowsOf(copy).map(inShort)).toContain('export')
  rmSync(copy)
  await run('audit verify', {})
  await run('audit confirm-restore', { yes: true })
  await run('audit export', { practice: practiceId as string, to: copy })
  rmSync(copy)
  const demoDatabase = new Database(demoPath, { readonly: true })
  const patient = demoDatabase.query<{ id: Uint8Array }, []>('select id from patients limit 1').get()!
  demoDatabase.close()
  const id = idOf(patient.id)
  const folder = `${copy}-person`
  await run('patient export', { id, to: folder }, demoPath)
  rmSync(folder, { recursive: true })
  const why = { reason: 'Asked in writing.', override: 'Asked in writing.' }
  await run('patient erase', { id, ...why, yes: true }, demoPath)
  const archive = `${copy}.tar`
  await run('practice export', { id: practiceId as string, to: archive })
  await run('practice remove', { id: practiceId as string, exported: archive, yes: true })
  await run('practice import', { from: archive })
  rmSync(archive)
  // The following commands need an object store or a server, and are tested in other files.
  for (const name of ['backup verify', 'backup begin-anew', 'restore', 'doctor']) ran.add(name)
  for (const name of ['practice move', 'cells listen', 'spare', 'router haproxy']) ran.add(name)
  for (const name of ['cells list', 'cells add', 'cells drain']) ran.add(name)
  expect([...ran].sort()).toEqual(Object.keys(left).sort())
})
