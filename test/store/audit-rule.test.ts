/** A write that changes rows must add a row to the audit trail. Otherwise the write is refused. */
import { expect, test } from 'bun:test'
import { tags } from '../../db/schema/patients.ts'
import { bookkeepingAct, operatorAct, serviceAct } from '../../src/domain/act.ts'
import { ofPatient } from '../../src/domain/audit.ts'
import { newId } from '../../src/domain/id.ts'
import { findTag, insertTag } from '../../src/store/patients/tags.ts'
import { auditRows } from '../support/audit.ts'
import { clinic, monday } from '../support/clinic.ts'

const tag = () => ({
  id: newId(monday),
  name: newId(monday),
  color: null,
  alert: false,
  createdAt: monday,
  updatedAt: monday,
})

test('§14.1 A write that changed rows and recorded nothing is refused and undone.', async () => {
  await using c = await clinic()
  for (const act of [operatorAct('forgetful command'), serviceAct('forgetful task')]) {
    const silent = tag()
    const practice = c.store.practices.of(c.owner.practiceId, act)
    // Other writes in the same transaction are kept.
    const beside = tag()
    const writes = await Promise.allSettled([
      practice.write((tx) => insertTag(tx, silent)),
      practice.write((tx) => {
        insertTag(tx, beside)
        tx.record({ kind: 'write', record: { kind: 'tag', id: beside.id }, after: beside })
      }),
    ])
    expect(writes[0]).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining(act.action) },
    })
    expect(writes[1]!.status).toBe('fulfilled')
    expect(findTag(practice.read, silent.id)).toBeNull()
    expect(findTag(practice.read, beside.id)).not.toBeNull()
  }
  expect((await auditRows(c)).map(({ action }) => action)).toEqual(['forgetful command', 'forgetful task'])
})

test('a write that changes nothing, and a write of bookkeeping, need no row of the audit trail', async () => {
  await using c = await clinic()
  const { practiceId } = c.owner
  const of = (act = operatorAct('look')) => c.store.practices.of(practiceId, act)
  expect(await of().write((tx) => tx.remove(tags, newId(monday)))).toBe(false)
  await of(bookkeepingAct('count')).write((tx) => insertTag(tx, tag()))
  expect(await auditRows(c)).toEqual([])
  await of(bookkeepingAct('count')).write((tx) => tx.record({ kind: 'write', ...ofPatient(newId(monday)) }))
  expect(await auditRows(c)).toHaveLength(1)
})
