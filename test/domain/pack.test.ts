import { expect, test } from 'bun:test'
import { type Pack, packIssues, packNames, packTemplates } from '../../src/domain/pack.ts'

const pack = (ids: string[], defaultStatus: string): Pack => ({
  id: 'own',
  name: 'Our own',
  statuses: ids.map((id) => ({ id, label: id })),
  defaultStatus,
})
const paths = (ids: string[], defaultStatus: string) =>
  packIssues(pack(ids, defaultStatus)).map(({ path }) => path)

test('a pack of different statuses with one of them as default is in order', () => {
  expect(paths(['new', 'active'], 'active')).toEqual([])
})

test('every id that was given before is named', () => {
  expect(paths(['new', 'active', 'new', 'new'], 'new')).toEqual(['pack.statuses.2.id', 'pack.statuses.3.id'])
})

test('a default that is no status is named, after the ids', () => {
  expect(paths(['new'], 'active')).toEqual(['pack.defaultStatus'])
  expect(paths(['new', 'new'], '')).toEqual(['pack.statuses.1.id', 'pack.defaultStatus'])
})

test('the built-in templates are general, dental and physio, and in order', () => {
  expect(packNames).toEqual(['general', 'dental', 'physio'])
  for (const name of packNames) {
    expect(packTemplates[name].id).toBe(name)
    expect(packTemplates[name].statuses.length).toBeGreaterThan(1)
    expect(packIssues(packTemplates[name])).toEqual([])
  }
})
