import { expect, test } from 'bun:test'
import { getTableColumns, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { tablesOf } from '../../db/inspect.ts'
import { InstantColumn } from '../../db/schema/columns.ts'
import { selectOf } from '../../src/store/transfer/read.ts'
import { leftOut, ofInstallation, transferTables } from '../../src/store/transfer/tables.ts'
import { openStore } from '../store/records.ts'

test('§18 Every table of a practice is exported, or there is a reason why not.', async () => {
  await using s = await openStore()
  const named = s.database.query<{ n: number }, [string]>(
    `select count(*) as n from pragma_table_info(?) where name = 'practice_key'`,
  )
  const ofPractices = tablesOf(s.database).filter((table) => named.get(table)!.n > 0)
  const accounted = [
    ...transferTables.map(({ name }) => name),
    ...Object.keys(leftOut),
    ...Object.keys(ofInstallation),
  ]
  expect([...ofPractices, 'practices'].sort()).toEqual([...accounted].sort())
  expect(new Set(accounted).size).toBe(accounted.length)
})

test('every column of an exported table is exported, computed again, or listed here as left out', async () => {
  await using s = await openStore()
  const untold = transferTables.flatMap(({ name, fields, madeColumns }) => {
    const told = [...fields.map(({ column }) => column), ...madeColumns]
    return s.database
      .query<{ name: string }, [string]>('select name from pragma_table_info(?)')
      .all(name)
      .filter((column) => !told.includes(column.name))
      .map((column) => `${name}.${column.name}`)
  })
  // Keys and row ids are valid only in one file, and a lease only for one process.
  const ofTheFile = untold.filter((column) => !/\.(practice_key|row_id)$/.test(column))
  expect(ofTheFile).toEqual(['practices.key', 'reminder_jobs.lease', 'reminder_jobs.lease_until'])
})

test('the rows of an export are read in their order, without a temporary table for sorting', async () => {
  await using s = await openStore()
  for (const table of transferTables) {
    const plan = s.database
      .query<{ detail: string }, [number]>(`explain query plan ${selectOf(table)}`)
      .all(1)
      .map(({ detail }) => detail)
    // Sorting by the last column is allowed, because a patient has few tags.
    const sorts = plan.filter((line) => line.includes('TEMP B-TREE') && !line.includes('LAST TERM'))
    expect({ table: table.name, sorts }).toEqual({ table: table.name, sorts: [] })
  }
})

test('a number column is a column of instants exactly when its name is `at` or ends with `At`, `Until` or `Since`', async () => {
  const paths = [...new Bun.Glob('db/schema/*.ts').scanSync()]
  const modules: object[] = await Promise.all(paths.map((path) => import(`../../${path}`)))
  const tables = modules.flatMap((module) => Object.values(module)).filter((one) => is(one, SQLiteTable))
  const numbers = tables
    .flatMap((table) => Object.entries(getTableColumns(table)))
    .filter(([, column]) => column.dataType === 'number')
  expect(numbers.length).toBeGreaterThan(60)
  const named = ([name]: (typeof numbers)[number]) => name === 'at' || /(At|Until|Since)$/.test(name)
  expect(numbers.filter(([, column]) => column instanceof InstantColumn)).toEqual(numbers.filter(named))
})
