import type { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { whereBlock } from '../../db/entry-sql.ts'
import { kindIs, whereFailed, whereLeased, whereLive, whereUnreached } from '../../db/notice-sql.ts'
import { openDatabase } from '../../db/open.ts'
import { forgetting } from '../../src/jobs/forgetting.ts'
import { noteTouched } from '../../src/store/changes/touched.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { listPatients } from '../../src/store/patients/patient-list.ts'
import { clinic, freshDatabasePath } from '../support/clinic.ts'
import { driveEveryRoute } from './every-route.ts'
import { openManyPatients, tagIds } from './many-patients.ts'
import { removeDatabase } from './records.ts'
import { driveReminders } from './reminder-rounds.ts'

/** The tables that grow with the daily work of a practice. */
const growing = [
  'patients',
  'patient_words',
  'patient_tags',
  'notes',
  'note_revisions',
  'entries',
  'progress',
  'cancellations',
  'waiting_list',
  'last_visits',
  'recall_contacts',
  'reminder_jobs',
  'past_reminders',
  'archive',
  'archive_rows',
  'api_tokens',
  'sessions',
  'passkeys',
  'retries',
  'audit',
  'audit_patients',
  'audit_values',
  'inbox_marks',
  'inbox_calls',
  'changes',
]

const statements = new Set<string>()
let database: Database
let path: string

/** Collects every statement that the service prepares while every route is called, with few patients and with many. */
beforeAll(async () => {
  const prepared = spyOn(Connection.prototype, 'prepared')
  {
    await using c = await clinic({ signedIn: true })
    await c.owner.call('POST', '/api/v1/tags', { name: 'Repeated' }, { 'idempotency-key': 'a' })
    for (const forget = forgetting(c.store, () => c.clock.now, 0); await forget(); );
    await driveEveryRoute(c)
    await using other = await clinic({ atAnyHour: true })
    await driveReminders(other)
    await using s = await openManyPatients()
    for (const words of [[], ['e'], ['zo'], ['mullerole']])
      for (const status of [undefined, 'new'])
        for (const tagId of [undefined, tagIds.common, tagIds.some])
          listPatients(s.own.practice.read, { words, status, tagId }, { limit: 50, offset: 0 })
    for (const [text] of prepared.mock.calls) statements.add(text)
  }
  prepared.mockRestore()
  path = freshDatabasePath()
  database = openDatabase(path)
  database.run(noteTouched)
})
afterAll(() => {
  database.close()
  removeDatabase(path)
})

/** The steps of SQLite's query plan for a statement. */
function planOf(text: string): string[] {
  const plan = database.prepare<{ detail: string }, null[]>(`EXPLAIN QUERY PLAN ${text}`)
  const steps = plan.all(...Array<null>(plan.paramsCount).fill(null)).map(({ detail }) => detail)
  plan.finalize()
  // These steps are left out. Each is a single search in a table that is nearly always empty.
  const hidden = /^USING ROWID SEARCH ON TABLE (moving|elsewhere)_practices FOR IN-OPERATOR$/
  const isOfMoves = (i: number) => steps[i] === 'SCAN cell_moves'
  return steps.filter((step, i) => !hidden.test(step) && ![i - 1, i, i + 1].some(isOfMoves))
}

/** The names of the growing tables in a statement, with their aliases. */
function namesOf(text: string): Set<string> {
  const aliases = growing.flatMap((table) =>
    [...text.matchAll(new RegExp(`\\b(?:from|join)\\s+"?${table}"?\\s+(?:as\\s+)?(\\w+)`, 'gi'))].map(
      ([, alias]) => alias!,
    ),
  )
  return new Set([...growing, ...aliases])
}

/** Whether the statement lists patients in name order, up to the end of a page. */
const isWalk = (text: string) =>
  /from "patients" where .*order by "patients"."last_name_key".* limit \+\? offset \+\?$/s.test(text)

/** Whether the statement finds the name at a position of the list. It skips 8,000 names at most. */
const isNameAfter = (text: string) => /"last_name_key" as "lastBefore"/.test(text)

/** Whether the statement counts patients for `count=true`. */
const isCount = (text: string) => /^select count\(\*\) as "count" from "patients" where/.test(text)

/** Whether the statement reads a waiting list, which has at most 1,000 items. */
const isWaitingList = (text: string) => text.includes('from "waiting_list"')

/**
 * Whether the statement adds a row to which other rows may refer. SQLite plans a search for rows that already refer to
 * the new row. It runs the search only while such rows exist, which is only possible within a statement.
 */
const isNewParent = (text: string) => /^\s*insert into "(practices|users)"/.test(text)

/** The steps that read the whole of a growing table. */
const scansOf = (text: string): string[] =>
  planOf(text).filter((step) => {
    const [, name] = /^SCAN (\w+)/.exec(step) ?? []
    return name !== undefined && namesOf(text).has(name)
  })

test('the check of query plans notices a full scan of a table under any alias', () => {
  expect(scansOf('SELECT * FROM patients WHERE id = ?')).toHaveLength(1)
  expect(scansOf('SELECT t.id FROM api_tokens t WHERE t.name = ?')).toHaveLength(1)
  expect(scansOf('UPDATE entries SET title = ? WHERE created_by = ?')).toHaveLength(1)
  expect(scansOf('SELECT count(*) FROM notes')).toHaveLength(1)
  expect(scansOf("SELECT * FROM patient_words WHERE ending BETWEEN 'a' AND 'b'")).toHaveLength(1)
  expect(scansOf('SELECT * FROM patients WHERE practice_key = ? AND id = ?')).toEqual([])
})

test('SQLite plans no statement of the service again at each run', () => {
  // SQLite plans again for a bare parameter beside `order by` and some other words. After a plus sign, SQLite does not
  // see the parameter.
  const bare = [...statements].filter((text) => /(?<!\+)\?/.test(text))
  expect(bare).toEqual([])
})

test('no statement of the service reads a whole growing table', () => {
  const scans = [...statements].flatMap((text) => scansOf(text).map((step) => ({ step, text })))
  expect(scans).toEqual([])
  expect(statements.size).toBeGreaterThan(60)
})

test('only the patient list, its count and the waiting list may read all rows of a practice in a growing table', () => {
  const whole = [...statements].filter((text) =>
    planOf(text).some((step) => {
      const [, name] = /^SEARCH (\w+) USING .*INDEX \w+ \(practice_key=\?\)$/.exec(step) ?? []
      return name !== undefined && namesOf(text).has(name)
    }),
  )
  expect(
    whole.filter((text) =>
      [isWalk, isNameAfter, isCount, isWaitingList, isNewParent].every((is) => !is(text)),
    ),
  ).toEqual([])
  expect(whole.length).toBeGreaterThan(3)
})

test("the restore of a patient finds the patient's entries by id, and not by a search of all entries without a patient", () => {
  for (const table of ['entries', 'cancellations']) {
    const updates = [...statements].filter((text) =>
      new RegExp(`^update "${table}" .* is null`, 's').test(text),
    )
    expect(updates.length).toBeGreaterThan(1)
    for (const text of updates)
      expect(planOf(text)[0]).toBe(
        `SEARCH ${table} USING INDEX sqlite_autoindex_${table}_1 (practice_key=? AND id=?)`,
      )
  }
})

test('the appointments of a patient are found by an index on the patient', () => {
  const lists = [...statements].filter((text) =>
    /from "(entries|cancellations)" where [^?]*\+\? and \(\(?"\w+"\."patient_id" = .* order by/s.test(text),
  )
  expect(lists.length).toBe(7)
  for (const text of lists)
    expect(planOf(text)[0]).toMatch(
      /^SEARCH \w+ USING INDEX \w+_patient \(practice_key=\? AND patient_id=\? AND \(?start_at/,
    )
})

test("the messages of a patient are found by indexes on the patient and on the patient's entries", () => {
  const lists = [...statements].filter((text) => /"due_at" desc, .*"id" desc/.test(text))
  const byPatient = (table: string) => [
    `SEARCH ${table} USING INDEX ${table}_patient (practice_key=? AND patient_id=? AND due_at<?)`,
    'USE TEMP B-TREE FOR LAST TERM OF ORDER BY',
  ]
  const byEntries = [
    'SEARCH entries USING INDEX entries_patient (practice_key=? AND patient_id=?)',
    'SEARCH reminder_jobs USING INDEX reminder_jobs_of (practice_key=? AND entry_id=? AND <expr>=?)',
    'USE TEMP B-TREE FOR ORDER BY',
  ]
  expect(lists.map(planOf)).toEqual([byPatient('reminder_jobs'), byEntries, byPatient('past_reminders')])
})

test('deleted records of one kind and one patient are found by an index on the patient', () => {
  const both = [...statements].filter((text) => /from "archive" .*"patient_id" = .*"kind" = /s.test(text))
  expect(both.map((text) => planOf(text)[0])).toEqual([expect.stringContaining('archive_patient')])
})

test('no statement reads all deleted records of a practice, or all of one kind', () => {
  const steps = [...statements]
    .filter((text) => !isNewParent(text))
    .flatMap((text) =>
      planOf(text)
        .filter((step) => /^SEARCH archive USING .*\(practice_key=\?( AND kind=\?)?\)$/.test(step))
        .map((step) => ({ step, text })),
    )
  expect(steps).toEqual([])
})

test('the search index is read by practice and ending of a word, and the patients are then read by their row id', () => {
  const searches = [...statements].filter((text) => text.includes('from patient_words'))
  expect(searches.length).toBeGreaterThan(5)
  for (const text of searches) {
    const steps = planOf(text)
    expect(steps).toContainEqual(
      expect.stringMatching(
        /^SEARCH patient_words USING PRIMARY KEY \(practice_key=\? AND ending>\? AND ending<\?\)$/,
      ),
    )
    if (text.includes('from "patients"')) continue
    expect(steps.filter((step) => step.startsWith('SEARCH patients '))).not.toContainEqual(
      expect.not.stringMatching(/USING INTEGER PRIMARY KEY/),
    )
  }
})

test('patients in name order are read in the order of an index, without sorting', () => {
  const walks = [...statements].filter(isWalk)
  expect(walks.length).toBeGreaterThan(3)
  for (const text of walks)
    expect(planOf(text).filter((step) => /TEMP B-TREE FOR (?!json_group_array)/.test(step))).toEqual([])
})

test('the blocks on a chair are found without reading its reminders, and without sorting', () => {
  const lookups = [...statements].filter(
    (text) => text.includes(whereBlock) && text.includes('"chair_id" = '),
  )
  expect(lookups.length).toBeGreaterThanOrEqual(3)
  for (const text of lookups) {
    const [step, ...others] = planOf(text)
    expect(step).toMatch(
      /^SEARCH entries USING (COVERING )?INDEX entries_chair \(practice_key=\? AND chair_id=\? AND <expr>=\? AND start_at/,
    )
    expect(others).toEqual([])
  }
})

test('the entries of a member are found by their start, and entries longer than a day by their end', () => {
  const lookups = [...statements].filter((text) => /^select .*"practitioner_id" = \+\?/s.test(text))
  const [late, early] = [
    /^SEARCH entries USING INDEX entries_practitioner \(practice_key=\? AND practitioner_id=\? AND <expr>=\? AND (\(start_at,id\)|start_at)>/,
    /^SEARCH entries USING INDEX entries_long \(practice_key=\? AND end_at>\?\)$/,
  ]
  expect(lookups.length).toBeGreaterThanOrEqual(3)
  for (const text of lookups) {
    const [step, ...others] = planOf(text)
    const isEarly = text.includes('+"entries"."practitioner_id"')
    expect(step).toMatch(isEarly ? early : late)
    // Few entries are that long, so SQLite may sort them.
    expect(others).toEqual(isEarly && text.includes('order by') ? ['USE TEMP B-TREE FOR ORDER BY'] : [])
  }
})

test('the busy times of a chair are read only from an index', () => {
  const times = [...statements].filter((text) =>
    /^select "entries"."start_at" as "startAt", "entries"."end_at" as "endAt" from "entries" /.test(text),
  )
  expect(times).toHaveLength(2)
  for (const text of times) expect(planOf(text)[0]).toContain('USING COVERING INDEX entries_chair ')
})

/** The steps that search in the table of reminders. */
const lookUps = (text: string) => planOf(text).filter((step) => step.includes('reminder_jobs'))

test('the next due notice is found with two index seeks for each practice with waiting notices, and without sorting', () => {
  const claims = [...statements].filter((text) => /as id\s+from turns/.test(text))
  expect(claims).toHaveLength(1)
  const nextPractice = 'SEARCH reminder_jobs USING COVERING INDEX reminder_jobs_due (practice_key>?)'
  const firstDue = 'SEARCH reminder_jobs USING INDEX reminder_jobs_due (practice_key=? AND next_attempt_at<?)'
  expect(new Set(lookUps(claims[0]!))).toEqual(new Set([nextPractice, firstDue]))
  expect(planOf(claims[0]!)).not.toContainEqual(expect.stringMatching(/TEMP B-TREE|MATERIALIZE/))
})

test('a notice whose lease is over is found by an index', () => {
  const rescues = [...statements].filter((text) => text.includes(`${whereLeased} and channel`))
  expect(rescues.length).toBeGreaterThanOrEqual(2)
  for (const text of rescues)
    for (const step of lookUps(text))
      expect(step).toMatch(/USING (COVERING )?INDEX reminder_jobs_leased \(channel=\?/)
})

test('the highest sequence number of an entry is the first row of an index', () => {
  const numbers = [...statements].filter((text) => /^select "reminder_jobs"."sequence" as/.test(text))
  expect(numbers.map(planOf)).toEqual([
    ['SEARCH reminder_jobs USING INDEX reminder_jobs_told (practice_key=? AND entry_id=?)'],
  ])
})

test('late notices are counted in indexes, up to ten thousand of each kind', () => {
  const counts = [...statements].filter((text) => /min\(since\)/.test(text))
  expect(counts).toHaveLength(1)
  for (const step of lookUps(counts[0]!))
    expect(step).toMatch(/^SEARCH .* INDEX reminder_jobs_(due \(practice_key[=>]\?|paused \(channel=\?\))/)
  expect(counts[0]!.match(/limit 10000/g)).toHaveLength(2)
})

test('the sent, planned and undeliverable messages of an entry are found by an index', () => {
  const texts = [...statements].filter((text) => text.includes('from "reminder_jobs"'))
  const stepsOf = (part: string) =>
    texts.filter((text) => text.includes(part)).map((text) => planOf(text).filter((step) => /^S/.test(step)))
  expect(stepsOf('coalesce("reminder_jobs"')).toEqual([
    ['SEARCH reminder_jobs USING INDEX reminder_jobs_told (practice_key=? AND entry_id=?)'],
  ])
  expect(stepsOf('order by "reminder_jobs"."slot" desc')).toEqual([
    [
      'SEARCH reminder_jobs USING INDEX reminder_jobs_of (practice_key=? AND entry_id=? AND <expr>=? AND start_at=?)',
    ],
  ])
  expect(stepsOf(`not ${kindIs('reminder')} and ${whereLive}`)).toEqual([
    ['SEARCH reminder_jobs USING INDEX reminder_jobs_of (practice_key=? AND entry_id=? AND <expr>=?)'],
  ])
  expect(stepsOf(`(${whereUnreached})`)).toEqual([
    [
      'SEARCH reminder_jobs USING INDEX reminder_jobs_unreached (practice_key=? AND patient_id=? AND start_at>?)',
    ],
  ])
})

test('the notices that changed while the clock was ahead are found by an index', () => {
  const ofMissed = [...statements].filter((text) => /where reason = 'missed_window'/.test(text))
  const ofPaused = [...statements].filter((text) => /^\s*select.*next_attempt_at > due_at/s.test(text))
  expect([ofMissed, ofPaused].map((texts) => texts.map(planOf))).toEqual([
    [['SEARCH reminder_jobs USING INDEX reminder_jobs_missed (channel=? AND updated_at>?)']],
    [['SEARCH reminder_jobs USING INDEX reminder_jobs_paused (channel=? AND updated_at>?)']],
  ])
})

test('the records that the front desk must handle are found by indexes, without sorting', () => {
  const ofDesk = (pattern: RegExp) => [...statements].filter((text) => pattern.test(text))
  const failed = [...statements].filter(
    (text) => text.includes(`(${whereFailed})`) && text.includes('"reminder_jobs"."start_at" > '),
  )
  expect(failed.length).toBeGreaterThanOrEqual(2)
  for (const text of failed)
    expect(planOf(text)[0]).toBe(
      'SEARCH reminder_jobs USING INDEX reminder_jobs_failed_ahead (practice_key=? AND start_at>?)',
    )
  const failing = ofDesk(/failing_since is not null/)
  expect(failing.map((text) => planOf(text)[0])).toEqual([
    'SEARCH reminder_jobs USING INDEX reminder_jobs_failing (practice_key=? AND start_at>?)',
  ])
  const asked = ofDesk(/ = 'cancel_requested'/)
  const unanswered = ofDesk(/patientAnswer\.answer'\), null\) is null/)
  expect([asked.length, unanswered.length]).toEqual([1, 1])
  expect(planOf(asked[0]!)[0]).toBe(
    'SEARCH entries USING INDEX entries_cancel_requested (practice_key=? AND start_at>?)',
  )
  expect(planOf(unanswered[0]!)[0]).toBe(
    'SEARCH entries USING INDEX entries_start (practice_key=? AND start_at>? AND start_at<?)',
  )
  for (const text of [...failed, ...failing, ...asked, ...unanswered])
    expect(planOf(text)).not.toContainEqual(expect.stringMatching(/TEMP B-TREE/))
})

test('the entries of a day, and the records of each entry, are found by index seeks', () => {
  const days = [...statements].filter((text) => text.includes('as "isFirstVisit"'))
  const first = (pattern: RegExp) =>
    days.map((text) => planOf(text).find((step) => pattern.test(step))).filter((step) => step !== undefined)
  expect(first(/^SEARCH entries USING (COVERING )?INDEX/).sort()).toEqual([
    'SEARCH entries USING COVERING INDEX entries_long (practice_key=? AND end_at>?)',
    'SEARCH entries USING INDEX entries_start (practice_key=? AND start_at>? AND start_at<?)',
    'SEARCH entries USING INDEX entries_start (practice_key=? AND start_at>? AND start_at<?)',
  ])
  expect(days.map((text) => planOf(text).filter((step) => /USING INTEGER PRIMARY KEY/.test(step)))).toEqual(
    expect.arrayContaining([[], ['SEARCH entries USING INTEGER PRIMARY KEY (rowid=?)']]),
  )
  for (const text of days)
    for (const step of planOf(text).filter((one) => /^SEARCH/.test(one)))
      expect(step).toMatch(/\(rowid=\?\)|\(practice_key=\? AND /)
})

test('the entries of many days are read in the order of an index, and entries longer than a day by a second index', () => {
  const counts = [...statements].filter((text) =>
    /^select "entries"."id" as "id", .* as "chairId" from "entries"/.test(text),
  )
  expect(counts.map((text) => planOf(text)).sort()).toEqual([
    [
      'SEARCH entries USING INDEX entries_chair (practice_key=? AND chair_id=? AND <expr>=? AND start_at>? AND start_at<?)',
    ],
    ['SEARCH entries USING INDEX entries_long (practice_key=? AND end_at>?)'],
    ['SEARCH entries USING INDEX entries_start (practice_key=? AND (start_at,id)>(?,?) AND start_at<?)'],
  ])
})

test('a page of the audit trail is read in the order of an index, from the start of the page', () => {
  const walks = [...statements].filter((text) => text.includes('as "hasValues"'))
  expect(walks.map(planOf).sort()).toEqual([
    ['SEARCH audit USING INDEX audit_user (practice_key=? AND user_id=? AND at>? AND (at,seq)<(?,?))'],
    ['SEARCH audit USING INDEX audit_user (practice_key=? AND user_id=? AND at>? AND (at,seq)<(?,?))'],
    ['SEARCH audit USING PRIMARY KEY (practice_key=? AND seq<?)'],
    [
      'SEARCH audit_patients USING PRIMARY KEY (practice_key=? AND segment=? AND patient_id=? AND seq<?)',
      'SEARCH audit USING PRIMARY KEY (practice_key=? AND seq=?)',
    ],
  ])
})

describe('the triggers', () => {
  const bodies = () =>
    database
      .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
      .all()
      .flatMap(({ name, sql }) =>
        sql
          .slice(sql.indexOf('BEGIN') + 'BEGIN'.length, sql.lastIndexOf('END'))
          .split(';')
          .map((text) =>
            text
              .replaceAll(/\b(NEW|OLD)\.\w+/g, '?')
              .replaceAll(/RAISE\([^)]*\)/g, '1')
              .trim(),
          )
          .filter(Boolean)
          .map((text) => ({ name, text })),
      )

  test('no trigger reads a whole growing table', () => {
    expect(bodies().flatMap(({ name, text }) => scansOf(text).map((step) => ({ name, step })))).toEqual([])
    expect(bodies().length).toBeGreaterThan(5)
  })

  test('the triggers against a second live message read only the messages of the entry', () => {
    const guards = bodies().filter(({ name }) => name.startsWith('reminder_jobs_one'))
    expect(guards).toHaveLength(4)
    for (const { text } of guards)
      expect(planOf(text).filter((step) => step.startsWith('SEARCH'))).toEqual([
        expect.stringContaining('USING INDEX reminder_jobs_of (practice_key=? AND entry_id=? AND <expr>=?'),
      ])
  })

  test('the triggers against a double-booked member search by member and start, and long entries by their end', () => {
    const guards = bodies().filter(({ name }) => name.startsWith('entries_practitioner_once'))
    expect(guards).toHaveLength(2)
    for (const { text } of guards)
      expect(planOf(text).filter((step) => step.startsWith('SEARCH entries'))).toEqual([
        'SEARCH entries USING INDEX entries_practitioner (practice_key=? AND practitioner_id=? AND <expr>=? AND start_at>? AND start_at<?)',
        'SEARCH entries USING INDEX entries_long (practice_key=? AND end_at>?)',
      ])
  })

  test('the triggers against double-booking of a chair make two seeks in the index of blocks', () => {
    const guards = bodies().filter(({ name }) => name.startsWith('entries_no_overlap'))
    expect(guards).toHaveLength(2)
    for (const { text } of guards) {
      const seeks = planOf(text).filter((step) => step.startsWith('SEARCH'))
      expect(seeks).toHaveLength(2)
      for (const seek of seeks)
        expect(seek).toMatch(
          /INDEX entries_chair \(practice_key=\? AND chair_id=\? AND <expr>=\? AND start_at/,
        )
    }
  })
})

test('the rows that refer to a deletable record are found by an index', () => {
  interface Reference {
    readonly child: string
    readonly parent: string
    readonly columns: string
  }
  const references = database
    .query<Reference, []>(
      `SELECT t.name AS child, k."table" AS parent, group_concat(k."from" || ' = ?', ' AND ') AS columns
       FROM sqlite_master t, pragma_foreign_key_list(t.name) k WHERE t.type = 'table'
       GROUP BY t.name, k.id HAVING k."table" NOT IN ('practices', 'users')`,
    )
    .all()
  expect(references.length).toBeGreaterThan(5)
  for (const { child, parent, columns } of references)
    expect({ parent, scans: scansOf(`SELECT 1 FROM ${child} WHERE ${columns}`) }).toEqual({
      parent,
      scans: [],
    })
})
