/** A damaged row or a failing job does not stop the upkeep of other practices, or other jobs. */

import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createUpkeep } from '../../src/jobs/upkeep.ts'
import { DatabaseUnavailable } from '../../src/store/engine/trouble.ts'
import { type Opened, openStore } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'

const day = 86_400_000
/** A time at which all rows are old enough for every job. */
const later = monday + 400 * day

/** For each job of the upkeep, the rows of a practice that the job removes. */
const work = {
  'the times of reminders': 'reminder_replans where true',
  'old reminders': 'reminder_jobs where start_at < 1e13 and state > 1',
  'deleted records': 'archive where keep_until = 0',
  'what is deleted and kept': 'archive where keep_until > 0',
  // The newest change of a practice is never removed.
  'old changes':
    'changes where at = 0 and seq < (select max(seq) from changes as c where c.practice_key = changes.practice_key)',
} as const

/** Adds rows at both practices for every job. */
function fill({ database, own, foreign }: Opened): void {
  database.run('update changes set at = 0')
  for (const { practice, entryId, patientId } of [own, foreign]) {
    const key = practice.read.practiceKey
    database.run(`insert into reminder_replans values (${key}, 0, ${inSql(entryId)})`)
    for (const [id, keepUntil] of [
      ['marked', 0],
      ['kept', 1],
    ] as const) {
      database.run(
        `insert into archive values (${key}, '${id} ${key}', 1, 'x', ${inSql(patientId)}, 0, null, ${keepUntil})`,
      )
      database.run(`insert into archive_rows values (${key}, '${id} ${key}', 1, 'notes', '{}')`)
    }
  }
}

const left = (database: Database, { practice }: Opened['own'], rows: string): number => {
  const own = `practice_key = ${practice.read.practiceKey}`
  const sql = `select count(*) as n from ${rows.replace('where', `where ${own} and`)}`
  return database.query<{ n: number }, []>(sql).get()!.n
}

function upkept(s: Opened, store: Partial<Opened['store']> = {}) {
  const clock = { now: later }
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)
  return {
    clock,
    faults,
    upkeep: createUpkeep({ store: { ...s.store, ...store }, now: () => clock.now, report }),
  }
}

const columns =
  'practice_key, entry_id, id, patient_id, channel, kind, slot, start_at, due_at, state, attempts, created_at, updated_at'

/** The ways in which a job can fail at one practice. */
const failures: [job: keyof typeof work, sql: (key: number, s: Opened) => string[]][] = [
  [
    'the times of reminders',
    (key) => [
      `update practices set timezone = 'Mars/Olympus' where key = ${key}`,
      `update entries set start_at = ${later + 9 * day}, end_at = ${later + 10 * day} where practice_key = ${key}`,
    ],
  ],
  [
    'old reminders',
    (key) => [
      `insert into past_reminders (${columns}) select ${columns} from reminder_jobs where practice_key = ${key} and state > 1`,
    ],
  ],
  [
    'what is deleted and kept',
    (key) => [`update archive set deleted_at = 8700000000000000 where practice_key = ${key}`],
  ],
  ...(['reminder_replans', 'reminder_jobs', 'archive_rows', 'changes'] as const).map(
    (table, i): (typeof failures)[number] => [
      (['the times of reminders', 'old reminders', 'deleted records', 'old changes'] as const)[i]!,
      (key) => [
        `create trigger broken before delete on ${table} when old.practice_key = ${key} begin select raise(abort, 'Zoé'); end`,
      ],
    ],
  ),
]

test.each(failures)(
  '§13 When a job of the upkeep fails at a practice, the job goes on at other practices, and all other jobs go on. %s',
  async (job, sql) => {
    await using s = await openStore()
    fill(s)
    for (const text of sql(s.own.practice.read.practiceKey, s)) s.database.run(text)
    const { clock, faults, upkeep } = upkept(s)
    await upkeep.round()
    for (const rows of Object.values(work))
      expect([rows, left(s.database, s.foreign, rows)]).toEqual([rows, 0])
    expect(left(s.database, s.own, work[job])).toBeGreaterThan(0)
    expect(upkeep.leavesAlone).toBe(true)
    const told = faults.map(String).filter((fault) => fault.includes(`the upkeep of ${job} at`))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(s.own.practiceId)
    expect(Bun.inspect(faults)).not.toContain('Zoé')
    // The next rounds leave out the practice, and report no further faults.
    const number = faults.length
    clock.now += 3_600_000
    await upkeep.round()
    expect(faults).toHaveLength(number)
  },
)

test('§13 When a job keeps failing at a practice, the job leaves out this practice for a day.', async () => {
  await using s = await openStore()
  fill(s)
  const key = s.own.practice.read.practiceKey
  s.database.run(`update archive set deleted_at = 8700000000000000 where practice_key = ${key}`)
  const { clock, faults, upkeep } = upkept(s)
  await upkeep.round()
  expect(faults).toHaveLength(1)
  clock.now += day
  await upkeep.round()
  expect(faults).toHaveLength(2)
  s.database.run(`update archive set deleted_at = 0 where practice_key = ${key}`)
  clock.now += day
  await upkeep.round()
  expect(faults).toHaveLength(2)
  expect(upkeep.leavesAlone).toBe(false)
  expect(left(s.database, s.own, 'archive where true')).toBe(0)
})

test('the upkeep does not leave out a practice for longer when the clock is set back', async () => {
  await using s = await openStore()
  fill(s)
  s.database.run(`update archive set deleted_at = 8700000000000000`)
  const { clock, upkeep } = upkept(s)
  await upkeep.round()
  expect(upkeep.leavesAlone).toBe(true)
  clock.now -= 1
  expect(upkeep.leavesAlone).toBe(false)
})

test('a job that fails for all practices does not stop other jobs, and no practice is left out', async () => {
  await using s = await openStore()
  fill(s)
  const full = new DatabaseUnavailable('full')
  const { faults, upkeep } = upkept(s, {
    noticeUpkeep: { replan: () => Promise.reject(full), retire: () => Promise.reject(full) } as never,
  })
  await upkeep.round()
  expect(faults).toEqual([full, full])
  expect(upkeep.leavesAlone).toBe(false)
  for (const job of ['deleted records', 'what is deleted and kept', 'old changes'] as const)
    expect(left(s.database, s.own, work[job])).toBe(0)
})

test('the upkeep does not leave out a practice when a job fails only sometimes', async () => {
  await using s = await openStore()
  fill(s)
  const key = s.own.practice.read.practiceKey
  const { faults, upkeep } = upkept(s)
  const breaks = `create trigger broken before delete on reminder_replans when old.practice_key = ${key} begin select raise(abort, 'x'); end`
  const { replan } = s.store.noticeUpkeep
  let tries = 0
  s.store.noticeUpkeep.replan = async function (...args) {
    s.database.run(
      ++tries % 3 === 0
        ? 'drop trigger if exists broken'
        : breaks.replace('trigger', 'trigger if not exists'),
    )
    if (tries > 9) s.database.run('drop trigger if exists broken')
    return await replan.apply(this, args)
  }
  await upkeep.round()
  expect(tries).toBeGreaterThan(2)
  expect(faults).toEqual([])
  expect(upkeep.leavesAlone).toBe(false)
})
