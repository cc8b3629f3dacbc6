import { expect, test } from 'bun:test'
import { longestLine } from '../../src/transfer/lines.ts'
import { openStore } from '../store/records.ts'
import { thrownBy } from '../support/rejection.ts'
import { filesIn } from './archives.ts'
import { elsewhere, exported, imported } from './practices.ts'

test('the longest row that the API can create fits into a line of an archive', async () => {
  await using s = await openStore()
  const { practice, noteId, patientId } = s.own
  // Both versions of the note have the longest texts, with characters that take the most bytes in JSON.
  const version = (character: string) => ({ title: character.repeat(200), body: character.repeat(100_000) })
  await practice.write((tx) =>
    tx.record({
      kind: 'write',
      record: { kind: 'note', id: noteId },
      patientId,
      before: version('\u0001'),
      after: version('\u0002'),
    }),
  )
  const archive = await exported(s, s.own.practiceId)
  const lines = filesIn(archive.path).get('audit_values.ndjson')!.split('\n')
  const longest = Math.max(...lines.map((line) => Buffer.byteLength(line)))
  expect(longest).toBeGreaterThan(longestLine / 3)
  await using there = elsewhere()
  await imported(there, archive.path)
  expect(Buffer.compare((await exported(there, s.own.practiceId)).bytes, archive.bytes)).toBe(0)
})

test('an export refuses a row that is too long for an import, and the error names its table', async () => {
  await using s = await openStore()
  s.database.run(`update notes set body = '${'x'.repeat(longestLine)}'`)
  expect(await thrownBy(exported(s, s.own.practiceId))).toThrow(
    /the table notes holds a row of more than 3 MiB/,
  )
})
