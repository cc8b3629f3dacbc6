/** Imports that are interrupted by the end of a process, or that two processes work on at the same time. */
import { expect, test } from 'bun:test'
import { ImportFiles } from '../../src/features/imports/files.ts'
import { createImporter } from '../../src/features/imports/importer.ts'
import { success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { act, bring, countsOf, look } from '../support/importing.ts'
import { until } from '../support/until.ts'

/** An importer of a clinic, as in a further process. */
const another = (c: Clinic) =>
  createImporter({
    practices: c.store.practices,
    due: c.store.dueImports,
    files: new ImportFiles(`${c.path}-imports`),
    now: () => c.clock.now,
    report: (error) => c.faults.push(error),
  })

const rows = 600
const people = [
  'Id,First Name,Last Name',
  ...Array.from({ length: rows }, (_, i) => `${i},Ida,Roe${i}`),
].join('\n')
const total = async (c: Clinic) =>
  success(await c.owner.call('GET', '/api/v1/patients?count=true&limit=1')).total as number

test('§35 When the commit of an import is cut off, it goes on after its last row. No row is missing, and no row is there twice.', async () => {
  await using c = await clinic()
  const { id } = await bring(c, people)
  await act(c, id, 'dry-run')
  success(await c.owner.call('POST', `/api/v1/imports/${id}/commit`))
  c.importer.wake()
  await until('some rows are there', async () => (await total(c)) > 0)
  await c.importer.stop()
  expect(await look(c, id)).toMatchObject({ state: 'committing' })
  expect(await total(c)).toBeLessThan(rows)
  await another(c).idle()
  expect(countsOf(await look(c, id))).toEqual({ created: rows })
  expect(await total(c)).toBe(rows)
})

test('two processes that commit the same import create each row once', async () => {
  await using c = await clinic()
  const { id } = await bring(c, people)
  await act(c, id, 'dry-run')
  await c.importer.stop()
  success(await c.owner.call('POST', `/api/v1/imports/${id}/commit`))
  const importers = [another(c), another(c)]
  await Promise.all(importers.map((one) => one.idle()))
  expect(countsOf(await look(c, id))).toEqual({ created: rows })
  expect(await total(c)).toBe(rows)
})

test('the undo of an import goes on after its process was stopped', async () => {
  await using c = await clinic()
  const { id } = await bring(c, people)
  await act(c, id, 'dry-run')
  await act(c, id, 'commit')
  success(await c.owner.call('POST', `/api/v1/imports/${id}/undo`))
  c.importer.wake()
  await until('some rows have left', async () => (await total(c)) < rows)
  await c.importer.stop()
  expect(await total(c)).toBeGreaterThan(0)
  await another(c).idle()
  expect(countsOf(await look(c, id))).toEqual({ undone: rows })
  expect(await total(c)).toBe(0)
})
