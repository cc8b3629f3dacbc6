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

test('a pack is valid when its statuses differ and its default is one of them', () => {
  expect(paths(['new', 'active'], 'active')).toEqual([])
})

test('every repeated status id is reported', () => {
  expect(paths(['new', 'active', 'new', 'new'], 'new')).toEqual(['statuses.2.id', 'statuses.3.id'])
})

test('an unknown default status is reported after repeated ids', () => {
  expect(paths(['new'], 'active')).toEqual(['defaultStatus'])
  expect(paths(['new', 'new'], '')).toEqual(['statuses.1.id', 'defaultStatus'])
})

test('§3 A practice has a pack of patient statuses, copied from a template: `general`, `dental` or `physio`.', () => {
  expect(packNames).toEqual(['general', 'dental', 'physio'])
  for (const name of packNames) {
    expect(packTemplates[name].id).toBe(name)
    expect(packTemplates[name].statuses.length).toBeGreaterThan(1)
    expect(packIssues(packTemplates[name])).toEqual([])
  }
})
