/** The event streams of a practice that is removed and imported again while they are open. */
import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { formatCursor } from '../../src/domain/record-change.ts'
import { ChangeFeeds } from '../../src/features/changes/feed.ts'
import { EventStreams } from '../../src/http/event-stream.ts'
import { newestCursor } from '../../src/store/changes/changes.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { type Opened, openStore, patientRow } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import { act, exported, imported, newArchive, teller } from './practices.ts'

/** Adds this number of patients to the practice in one act. Each patient is one change. */
const write = ({ store, own }: Opened, count: number) =>
  store.practices.of(own.practiceId, act).write((tx) => {
    for (let i = 0; i < count; i++) insertPatient(tx, patientRow(newId(monday), 'Zoé', 'Müller'))
    tx.record({ kind: 'write' })
  })

/** Event streams of the practice that send only changes, and no pings of their own. */
function streamsOf({ store, own: { practiceId } }: Opened) {
  const limits = { ofCredential: 10, ofMember: 10, ofPractice: 10, ofService: 10 }
  const streams = new EventStreams(limits, { pingMs: 3_600_000, checkMs: 3_600_000 })
  const feeds = new ChangeFeeds(store, streams)
  const { read } = store.practices.of(practiceId)
  const never = new AbortController().signal
  const failed = (error: unknown) => expect(error).toBeUndefined()
  /** Opens a stream at the newest change. Returns a function that reads the next event, or undefined at the end. */
  const open = () => {
    const owner = { practiceId, userId: 'one', credentialId: 'one' }
    const work = <T>(part: () => T) => part()
    const reader = feeds
      .open(owner, newestCursor(read), { signal: never, check: () => {}, work, failed })
      .getReader()
    return async () => {
      const { value } = await reader.read()
      return value && new TextDecoder().decode(value)
    }
  }
  return { streams, open, newest: () => newestCursor(read) }
}

/** Exports, removes and imports the practice, and then adds this number of patients. */
async function comesBack(s: Opened, changes: number) {
  const archive = newArchive()
  await exported(s, s.own.practiceId, archive)
  await removePractice(s.store.transfer, s.own.practiceId, archive, act, '1.2.3', teller())
  await imported(s, archive)
  await write(s, changes)
}

test('an event stream that was open before an import ends, also when the practice has the same number of changes again', async () => {
  await using s = await openStore()
  const { streams, open, newest } = streamsOf(s)
  const next = open()
  expect(await next()).toContain('event: cursor')
  const ended = next()
  await comesBack(s, newest().seq)
  streams.pingAll()
  expect(await ended).toBeUndefined()
  streams.end()
})

test('an event stream that is opened after an import sends no changes from before it', async () => {
  await using s = await openStore()
  const { streams, open, newest } = streamsOf(s)
  const { seq } = newest()
  const old = open()
  await old()
  await write(s, 1)
  expect(await old()).toContain('event: change')
  await comesBack(s, seq)
  const next = open()
  await next()
  await write(s, 1)
  expect(await next()).toContain(`id: ${formatCursor(newest())}\n`)
  streams.end()
})
