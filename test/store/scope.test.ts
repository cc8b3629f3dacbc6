import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { chairs, entries } from '../../db/schema/calendar.ts'
import { noteRevisions } from '../../db/schema/notes.ts'
import { patients } from '../../db/schema/patients.ts'
import { practices } from '../../db/schema/practice.ts'
import { unsetSettings } from '../../src/domain/settings.ts'
import { findEntry, insertEntry } from '../../src/store/calendar/entries.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { ownPracticeKey, param, remove, select, update } from '../../src/store/engine/statement.ts'
import { insertChair, updateChair } from '../../src/store/practice/chairs.ts'
import { byTest } from '../support/by-test.ts'
import { thrownBy } from '../support/rejection.ts'
import { entryRow, openStore, times } from './records.ts'

const chairNames = select({ fields: { name: chairs.name }, from: chairs, orderBy: [chairs.name] })
const anyChair = select({
  fields: { name: chairs.name, practiceKey: chairs.practiceKey },
  from: chairs,
  where: eq(chairs.id, param('id', chairs.id)),
})

describe('a scope', () => {
  test('a scope reads only its own practice, even with a condition that is true for every row', async () => {
    await using s = await openStore()
    const all = select({
      fields: { id: patients.id },
      from: patients,
      where: eq(patients.practiceKey, param('other')),
    })
    const careless = sql`${chairs.id} = ${param('id', chairs.id)} or 1 = 1`
    const anything = select({ fields: { id: chairs.id }, from: chairs, where: careless })
    expect(s.own.practice.read.all(all, { other: s.foreign.practice.read.practiceKey })).toEqual([])
    const seen = s.own.practice.read.all(anything, { id: 'x' }).map(({ id }) => id)
    expect(seen.sort()).toEqual([s.own.chairId, s.own.otherChairId].sort())
  })

  test('a scope reads only its own practice when a parameter has the name of the practice key', async () => {
    await using s = await openStore()
    const { read } = s.own.practice
    const { practiceId, practiceKey } = s.foreign.practice.read
    const params = { id: s.foreign.chairId, practiceId, practiceKey }
    expect(read.get(anyChair, params)).toBeNull()
    expect(read.all(anyChair, params)).toEqual([])
  })

  test('a scope refuses hand-written SQL, even when the types are bypassed', async () => {
    await using s = await openStore()
    const decode = (row: { id: string }) => row
    const selectAll = { kind: 'select', text: 'select id from chairs', bind: () => [], decode } as const
    const deleteAll = { kind: 'change', text: 'delete from note_revisions', bind: () => [] } as const
    const { read } = s.own.practice
    // @ts-expect-error Only select() makes a statement to read with.
    expect(() => read.all(selectAll)).toThrow('Only select()')
    // @ts-expect-error Only select() makes a statement to read with.
    expect(() => read.get(selectAll)).toThrow('Only select()')
    await s.own.practice.write((tx) => {
      // @ts-expect-error Only insertInto(), update() and remove() make a statement to change rows with.
      expect(() => tx.run(deleteAll)).toThrow('Only insertInto()')
    })
    expect(s.database.query('select 1 from note_revisions').all()).toHaveLength(2)
  })

  test('a scope refuses to run a change as a select, and a select as a change', async () => {
    await using s = await openStore()
    const removeAll = remove(noteRevisions, sql`true`)
    // @ts-expect-error A change is no select.
    expect(() => s.own.practice.read.all(removeAll)).toThrow('Only select()')
    await s.own.practice.write((tx) => {
      // @ts-expect-error A select is no change.
      expect(() => tx.run(chairNames)).toThrow('Only insertInto()')
    })
    expect(s.database.query('select 1 from note_revisions').all()).toHaveLength(2)
  })

  test('a scope of a practice that does not exist finds no rows', async () => {
    await using s = await openStore()
    for (const id of ['', 'null', '*', s.own.practiceId.toUpperCase()])
      expect(s.store.practices.of(id, byTest).read.all(chairNames)).toEqual([])
  })

  test('a scope refuses a statement with a missing value', async () => {
    await using s = await openStore()
    expect(() => s.own.practice.read.get(anyChair)).toThrow('"id" has no value')
    const forgotten = s.own.practice.write((tx) => {
      const { title, ...rest } = entryRow(s.own)
      insertEntry(tx, rest as Parameters<typeof insertEntry>[1])
    })
    expect(await thrownBy(forgotten)).toThrow('"title" has no value')
  })
})

describe('a write', () => {
  test('a write gives its own practice to a row that names another practice', async () => {
    await using s = await openStore()
    const row = { ...entryRow(s.own, { chairId: null }), practiceId: s.foreign.practiceId }
    await s.own.practice.write((tx) => insertEntry(tx, row))
    expect(findEntry(s.own.practice.read, row.id)?.practiceId).toBe(s.own.practiceId)
    expect(findEntry(s.foreign.practice.read, row.id)).toBeNull()
  })

  test('a write gives its own id to a practice row that names another id', async () => {
    await using s = await openStore()
    const added = s.own.practice.write((tx) => {
      const pack = { packId: 'x', packName: 'X', defaultStatus: 'x' }
      tx.insert(practices, {
        id: 'another',
        name: 'Another',
        timezone: 'UTC',
        host: null,
        generation: 1,
        ...unsetSettings,
        ...pack,
        ...times,
      })
    })
    // The practice exists already, so its own id collides.
    expect(await thrownBy(added)).toThrow('UNIQUE constraint failed: practices.id')
  })

  test('a write never moves a record to another practice', async () => {
    await using s = await openStore()
    const changes = { name: 'Moved', practiceId: s.foreign.practiceId }
    const moved = s.own.practice.write((tx) => updateChair(tx, s.own.chairId, changes))
    expect(await thrownBy(moved)).toThrow('never changes its practice')
    const renamed = s.own.practice.write((tx) =>
      tx.update(practices, s.own.practiceId, { id: 'x' } as object),
    )
    expect(await thrownBy(renamed)).toThrow('never changes its practice')
    expect(s.own.practice.read.all(chairNames)).toEqual([{ name: 'Chair 0' }, { name: 'Chair 1' }])
  })

  test('a statement that would set the practice of a record cannot be built', () => {
    const key = 'practiceKey' as never
    expect(() => update(chairs, [key], eq(chairs.id, param('id', chairs.id)))).toThrow(
      'never changes its practice',
    )
    expect(() => update(practices, ['id'] as never[], eq(practices.name, param('name')))).toThrow('never')
  })

  test('a statement in which a new value and another parameter have the same name is refused', () => {
    const renamed = eq(chairs.name, param('name'))
    expect(() => update(chairs, ['color', 'name'], renamed).text).toThrow('sets "name" and also uses')
    const shifted = { position: sql<number>`${param('updatedAt')} + 1` }
    const dated = update(chairs, ['updatedAt'], eq(chairs.id, param('id', chairs.id)), shifted)
    for (let use = 0; use < 2; use++) expect(() => dated.text).toThrow('sets "updatedAt"')
    expect(update(chairs, ['name'], eq(chairs.name, param('before')), shifted).text).toContain('update')
    expect(update(chairs, ['updatedAt'], sql`${chairs.practiceKey} = ${ownPracticeKey}`).text).toContain(
      'set',
    )
  })

  test('a write changes and deletes no records of another practice', async () => {
    await using s = await openStore()
    const deleteChairs = remove(chairs, eq(chairs.practiceKey, param('other')))
    const renameChairs = update(chairs, ['name'], eq(chairs.practiceKey, param('other')))
    const { practiceId, practiceKey: other } = s.foreign.practice.read
    const touched = await s.own.practice.write((tx) => {
      tx.update(chairs, s.foreign.chairId, { name: 'Taken over' })
      return [
        tx.remove(chairs, s.foreign.otherChairId),
        tx.remove(entries, s.foreign.entryId),
        tx.run(deleteChairs, { other, practiceId, practiceKey: other }),
        tx.run(renameChairs, { other, practiceId, practiceKey: other, name: 'Taken over' }),
      ]
    })
    expect(touched).toEqual([false, false, 0, 0])
    expect(s.foreign.practice.read.all(chairNames)).toEqual([{ name: 'Chair 0' }, { name: 'Chair 1' }])
    expect(findEntry(s.foreign.practice.read, s.foreign.entryId)).not.toBeNull()
  })

  test('the scope of a write changes nothing after the write has ended, with or without success', async () => {
    await using s = await openStore()
    const kept: WriteScope[] = []
    await s.own.practice.write((tx) => void kept.push(tx))
    const failed = s.own.practice.write((tx) => {
      kept.push(tx)
      throw new Error('a mishap')
    })
    expect(await thrownBy(failed)).toThrow('a mishap')
    const chair = {
      id: 'c',
      name: 'Late',
      color: null,
      position: 9,
      active: true,
      workingHours: null,
      ...times,
    }
    for (const tx of kept) {
      expect(() => insertChair(tx, chair)).toThrow('This write has ended')
      expect(() => updateChair(tx, s.own.chairId, { name: 'Late' })).toThrow('This write has ended')
      expect(() => tx.remove(chairs, s.own.otherChairId)).toThrow('This write has ended')
    }
    expect(kept).toHaveLength(2)
    expect(s.own.practice.read.all(chairNames)).toEqual([{ name: 'Chair 0' }, { name: 'Chair 1' }])
  })

  test('a write without changed fields changes no row', async () => {
    await using s = await openStore()
    await s.own.practice.write((tx) => updateChair(tx, s.own.chairId, {}))
    expect(s.own.practice.read.all(chairNames)).toEqual([{ name: 'Chair 0' }, { name: 'Chair 1' }])
  })
})

test('booleans, objects and nulls are read back as they were written', async () => {
  await using s = await openStore()
  const metadata = { source: 'import', nested: { list: [1, null, 'ä'] }, flag: false }
  const row = entryRow(s.own, { chairId: null, metadata, title: 'Ünïcode \u{1f600}' })
  await s.own.practice.write((tx) => insertEntry(tx, row))
  expect(findEntry(s.own.practice.read, row.id)).toEqual({
    ...row,
    practiceId: s.own.practiceId,
    holdUntil: null,
    version: 1,
  })
})
