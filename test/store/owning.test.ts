import { afterEach, expect, spyOn, test } from 'bun:test'
import { NotOwner, WriteInDoubt } from '../../src/store/engine/trouble.ts'
import { errorOf } from '../support/rejection.ts'
import { openWriter } from './written.ts'

const opened: Disposable[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one[Symbol.dispose]()
})

/** A writer of a server that owns its practices until `lose` is called. */
function owning() {
  let owns = true
  const one = openWriter(undefined, undefined, () => owns)
  opened.push(one)
  return {
    ...one,
    lose: () => {
      owns = false
    },
    find: () => {
      owns = true
    },
  }
}

test('§12.4 A server that is no longer sure that it owns its practices makes no change, and its answer says so.', async () => {
  const { writer, insert, written, lose, find } = owning()
  await writer.write(() => insert(1))
  lose()
  const refused = writer.write(() => insert(2))
  expect(await errorOf(refused)).toMatchObject({ name: 'Error', cause: expect.any(NotOwner) })
  expect(await errorOf(refused)).not.toBeInstanceOf(WriteInDoubt)
  expect(written()).toEqual([1])
  find()
  await writer.write(() => insert(3))
  expect(written()).toEqual([1, 3])
})

test('§12.4 A server that was frozen after a commit acknowledges nothing when it wakes: the change is in doubt.', async () => {
  // On a busy machine, the writes could need a second transaction. It would check the ownership once more.
  using _clock = spyOn(performance, 'now').mockReturnValue(0)
  // The first check of the ownership is before the transaction. The process is frozen after ten answers.
  let looks = 0
  const one = openWriter(undefined, undefined, () => ++looks <= 11)
  opened.push(one)
  const writes = Array.from({ length: 40 }, (_, n) => one.writer.write(() => one.insert(n)))
  const outcomes = await Promise.allSettled(writes)
  expect(one.written()).toHaveLength(40)
  expect(outcomes.map(({ status }) => status === 'fulfilled').lastIndexOf(true)).toBe(9)
  for (const outcome of outcomes.slice(10))
    expect(outcome).toMatchObject({ reason: expect.any(WriteInDoubt) })
})

test('a write whose server loses the ownership during its transaction is rejected as `WriteInDoubt`', async () => {
  const { writer, insert, written, lose } = owning()
  // Inside the transaction, the server loses the ownership. The check before the answer comes afterwards.
  const write = writer.write(() => {
    insert(1)
    lose()
  })
  expect(await errorOf(write)).toBeInstanceOf(WriteInDoubt)
  expect(written()).toEqual([1])
})

test('a write that makes a server the owner needs no ownership', async () => {
  const { writer, insert, written, lose } = owning()
  lose()
  await writer.write(() => insert(1), undefined, { unowned: true })
  expect(written()).toEqual([1])
})
