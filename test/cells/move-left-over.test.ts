/** A cell ends the moves whose command has died, and removes the rows of practices that have moved away. */
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { statSync } from 'node:fs'
import { StoreAway } from '../../src/backup/owner/store-away.ts'
import { Directory, DirectoryChanged } from '../../src/cells/directory.ts'
import type { Placement } from '../../src/cells/placement.ts'
import { keepCell } from '../../src/cells/registry.ts'
import { DirectoryWatch } from '../../src/cells/watch.ts'
import { newId } from '../../src/domain/id.ts'
import { MoveError } from '../../src/move/move-error.ts'
import { endLeftOver, refusalOf } from '../../src/move/serve.ts'
import { MoveSource } from '../../src/move/source.ts'
import { insertTag } from '../../src/store/patients/tags.ts'
import { times } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import { errorOf, thrownBy } from '../support/rejection.ts'
import type { ObjectStore } from '../support/replica.ts'
import { act } from '../transfer/practices.ts'
import { conditionalStore, newCells } from './support.ts'
import { type TestCell, twoStores } from './two-stores.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await conditionalStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const cellsOf = () => twoStores(newCells(store).store)
const practicesOf = ({ store }: TestCell) => store.identity.practiceIds()

/** A move whose command died during the freeze, while nobody could write. */
async function frozen({ a, directory, newPractice }: Awaited<ReturnType<typeof cellsOf>>) {
  const made = await newPractice()
  const { practiceId, host } = made
  const active = (await directory.look(host))!
  const move = crypto.randomUUID()
  const moving = { ...active, state: 'moving' as const, to: 'b', move }
  await directory.change(active, moving)
  await a.store.cellMoves.begin({ practiceId, move, cell: 'b', generation: 2 }, monday)
  await a.store.cellMoves.freeze(practiceId, monday)
  const commit = () => directory.change(moving, { ...active, cell: 'b', generation: 2 })
  return { ...made, active, commit }
}

const write = (own: Awaited<ReturnType<typeof frozen>>['own']) =>
  own.practice.write((tx) => {
    insertTag(tx, { id: newId(monday), name: crypto.randomUUID(), color: '#336699', alert: false, ...times })
    tx.record({ kind: 'write' })
  })

test('§36 When the command dies during the freeze, the cell aborts the move. A late commit of the move then fails.', async () => {
  await using cells = await cellsOf()
  const { practiceId, own, host, active, commit } = await frozen(cells)
  expect(await thrownBy(write(own))).toThrow('moving')
  // While a command still works on the move, the cell changes nothing.
  const lock = cells.a.source.lock()!
  await endLeftOver(cells.a as never)
  expect(await thrownBy(write(own))).toThrow('moving')
  lock[Symbol.dispose]()
  await endLeftOver(cells.a as never)
  await write(own)
  expect(await cells.directory.look(host)).toEqual(active)
  expect(await errorOf(commit())).toBeInstanceOf(DirectoryChanged)
  expect(cells.a.store.cellMoves.find(practiceId)).toBeNull()
  await cells.a.source.move(practiceId, 'b')
  expect(practicesOf(cells.b)).toEqual([practiceId])
})

test('§36 When a killed move is continued after the freeze, nobody can write until a late commit of the killed command can no longer succeed.', async () => {
  await using cells = await cellsOf()
  const { a, b, directory } = cells
  const { practiceId, own, host, commit } = await frozen(cells)
  const { carryOut } = b.target
  let late: unknown
  b.target.carryOut = async (...asked) => {
    if (asked[1] === 'begin') {
      await write(own)
      late = await commit().catch((error) => error)
    }
    return carryOut.apply(b.target, asked)
  }
  await a.source.move(practiceId, 'b')
  expect(late).toBeInstanceOf(DirectoryChanged)
  expect(practicesOf(b)).toEqual([practiceId])
  expect(await directory.look(host)).toMatchObject({ cell: 'b', generation: 2 })
})

/** Runs `work` instead of the first write that commits a move. Later commits are as usual. */
function atCommit(work: (commit: () => Promise<void>, next: Placement) => Promise<void>) {
  const { change } = Directory.prototype
  let isDone = false
  return spyOn(Directory.prototype, 'change').mockImplementation(async function (this: Directory, ...asked) {
    const [, next] = asked
    if (isDone || next.state !== 'active' || next.generation === 1) return change.apply(this, asked)
    isDone = true
    await work(() => change.apply(this, asked), next)
  })
}

test('§36 When the answer to the commit was lost and the practice has moved further since, the old cell accepts no change.', async () => {
  await using cells = await cellsOf()
  const { a, directory, newPractice } = cells
  const { practiceId, own, host } = await newPractice()
  const onward = { state: 'moving' as const, to: 'c', move: crypto.randomUUID() }
  using _ = atCommit(async (commit, next) => {
    await commit()
    await directory.change(next, { ...next, ...onward })
    throw new StoreAway('its answer was lost')
  })
  expect(await a.source.move(practiceId, 'b')).toMatchObject({ cell: 'b' })
  expect(await thrownBy(write(own))).toThrow('moving')
  expect(practicesOf(a)).not.toContain(practiceId)
  expect(await directory.look(host)).toMatchObject({ cell: 'b', generation: 2, ...onward })
})

test('§36 When a move fails at its commit, nobody can write until a late commit of this move can no longer succeed.', async () => {
  await using cells = await cellsOf()
  const { a, b, newPractice } = cells
  const { practiceId, own } = await newPractice()
  let late: () => Promise<void> = async () => undefined
  using _ = atCommit(async (commit) => {
    late = commit
    throw new Error('cut')
  })
  expect(await thrownBy(a.source.move(practiceId, 'b'))).toThrow('cut')
  await write(own)
  expect(await errorOf(late())).toBeInstanceOf(DirectoryChanged)
  await a.source.move(practiceId, 'b')
  expect(practicesOf(b)).toEqual([practiceId])
})

test('§36 A machine that lost its claim during the move of a practice does not commit the move.', async () => {
  await using cells = await cellsOf()
  const { a, directory, newPractice } = cells
  const { practiceId, host } = await newPractice()
  let owns = true
  const { carryOut } = cells.b.target
  cells.b.target.carryOut = async (...asked) => {
    owns &&= asked[1] !== 'confirmed'
    return carryOut.apply(cells.b.target, asked)
  }
  const source = new MoveSource({ ...a, owns: () => owns })
  expect(await thrownBy(source.move(practiceId, 'b'))).toThrow('owns its practices')
  expect(await directory.look(host)).toMatchObject({ cell: 'a', state: 'moving' })
})

test('§36 While the cell cannot read whether a move was committed, nobody can write in the practice. When the cell can read this again, writes are accepted again.', async () => {
  await using cells = await cellsOf()
  const { a, newPractice } = cells
  const { practiceId, own } = await newPractice()
  using reading = spyOn(DirectoryWatch.prototype, 'look')
  using _ = atCommit(async () => {
    reading.mockRejectedValue(new StoreAway('away'))
    throw new Error('cut')
  })
  expect(await thrownBy(a.source.move(practiceId, 'b'))).toThrow('away')
  expect(await thrownBy(write(own))).toThrow('moving')
  reading.mockRestore()
  await endLeftOver(a as never)
  await write(own)
})

test('when the steps after the commit of a move fail, the new cell completes the move by itself', async () => {
  await using cells = await cellsOf()
  const { a, b, newPractice } = cells
  const { practiceId } = await newPractice()
  const { server } = b
  // The other cell dies as soon as it is ready, so it does not learn of the commit.
  const { carryOut } = b.target
  b.target.carryOut = async (...asked) => {
    if (asked[1] === 'come' || asked[1] === 'trail') throw new Error('dead')
    return carryOut.apply(b.target, asked)
  }
  await a.source.move(practiceId, 'b')
  expect([practicesOf(a).includes(practiceId), practicesOf(b)]).toEqual([false, []])
  b.target.carryOut = carryOut
  await endLeftOver(b as never)
  expect(practicesOf(b)).toEqual([practiceId])
  expect(server.port).toBe(b.address.port)
})

test('one read of the directory decides whether the new cell removes a copy, so a commit at that moment loses nothing', async () => {
  await using cells = await cellsOf()
  const { a, b, directory, newPractice } = cells
  const { practiceId, host } = await newPractice()
  const { carryOut } = b.target
  b.target.carryOut = async (...asked) => {
    if (asked[1] === 'come') throw new Error('dead')
    return carryOut.apply(b.target, asked)
  }
  const { look } = DirectoryWatch.prototype
  const slow = spyOn(DirectoryWatch.prototype, 'look')
  await a.source.move(practiceId, 'b')
  const placed = (await directory.look(host))!
  let n = 0
  slow.mockImplementation(async function (this: DirectoryWatch) {
    if (n++ > 0) return look.call(this)
    // In the first look, the practice is still moving.
    const changed = await look.call(this)
    spyOn(this.picture, 'find').mockReturnValue({
      ...placed,
      cell: 'a',
      state: 'moving',
      generation: 1,
      to: 'b',
      move: b.store.cellMoves.find(practiceId)!.move,
    })
    return changed
  })
  await b.target.endLeftOver(b.store.cellMoves.find(practiceId)!)
  expect(b.store.cellArrivals.state(practiceId)).not.toBeNull()
  await b.target.endLeftOver(b.store.cellMoves.find(practiceId)!)
  slow.mockRestore()
  expect(practicesOf(b)).toEqual([practiceId])
})

test('§36 Audit rows about records that were shown during the freeze go into the trail of the new cell. The old cell removes its rows after a day.', async () => {
  await using cells = await cellsOf()
  const { a, b, s, newPractice } = cells
  const { practiceId, own } = await newPractice()
  await a.source.move(practiceId, 'b')
  const before = b.store.transfer.trailBehind(practiceId, 0, 10_000)
  await a.store.auditTrail.append(practiceId, act, [
    { kind: 'read', patients: [own.patientId, newId(monday)] },
  ])
  await endLeftOver(a as never)
  await endLeftOver(a as never)
  const after = b.store.transfer.trailBehind(practiceId, 0, 10_000)
  expect(after.length).toBe(before.length + 1)
  expect(JSON.parse(after.at(-1)!)).toMatchObject({ kind: 'read', actor: act.actor.kind })
  const left = () =>
    s.database
      .query('select count(*) as n from patients where practice_key = ?')
      .get(own.practice.read.practiceKey)
  expect(left()).not.toEqual({ n: 0 })
  const nextDay = { ...a, teller: { ...a.teller, now: () => monday + 86_400_001 } }
  await endLeftOver(nextDay as never)
  expect(left()).toEqual({ n: 0 })
  expect(a.store.cellMoves.list()).toEqual([])
})

test('§36 A move that cannot be ended delays no other move, and its error contains no text from the records.', async () => {
  await using cells = await cellsOf()
  const { a, b, newPractice } = cells
  const { carryOut } = b.target
  b.target.carryOut = async (...asked) => {
    if (asked[1] === 'come') throw new Error('dead')
    return carryOut.apply(b.target, asked)
  }
  const [first, second] = [await newPractice(), await newPractice()]
  await a.source.move(first.practiceId, 'b')
  await b.target.endLeftOver(b.store.cellMoves.find(first.practiceId)!)
  await a.source.move(second.practiceId, 'b')
  b.target.carryOut = carryOut
  const { finish } = a.source
  a.source.finish = async (practiceId, placement) => {
    if (practiceId === first.practiceId) throw new TypeError('Ada Lind')
    return finish.call(a.source, practiceId, placement)
  }
  const troubles = await endLeftOver(a as never)
  expect(troubles).toHaveLength(1)
  expect(troubles[0]).toStartWith(`${first.practiceId}: a fault in chairside: TypeError`)
  expect(troubles[0]).not.toContain('Ada')
  expect(a.source.isFinished(second.practiceId)).toBe(true)
  expect(practicesOf(b)).toContain(second.practiceId)
})

test('§36 The log about a failed step of a move contains no text from the records.', () => {
  const said: string[] = []
  const refusal = refusalOf(new TypeError('Ada Lind'), (line) => said.push(line))
  expect(said).toEqual([expect.stringMatching(/^a step of a move failed: a fault in chairside: TypeError\n/)])
  expect(refusal + said).not.toContain('Ada')
  expect(refusalOf(new MoveError('type it again'), (line) => said.push(line))).toBe('type it again')
  expect(said).toHaveLength(1)
})

test('§36 The old cell removes the rows of a moved practice after a day, also when the practice has moved to a further cell meanwhile.', async () => {
  await using cells = await cellsOf()
  const { a, directory, newPractice } = cells
  const { practiceId, host } = await newPractice()
  await a.source.move(practiceId, 'b')
  const inB = (await directory.look(host))!
  await directory.change(inB, { ...inB, cell: 'c', generation: 3 })
  const nextDay = { ...a, teller: { ...a.teller, now: () => monday + 86_400_001 } }
  expect(await endLeftOver(nextDay as never)).toEqual([])
  expect(a.store.cellMoves.list()).toEqual([])
  expect(a.store.transfer.nameOf(practiceId)).toBeNull()
})

test('§36 While a practice moves to a cell, the cell refuses a second practice until the first move ends.', async () => {
  await using cells = await cellsOf()
  const { b, directory, newPractice } = cells
  const bytes = new Uint8Array([1])
  const begun = async () => {
    const { practiceId, host } = await newPractice()
    const active = (await directory.look(host))!
    const move = crypto.randomUUID()
    const moving = { ...active, state: 'moving' as const, to: 'b', move }
    await directory.change(active, moving)
    const subject = { from: 'a', to: 'b', practiceId, generation: 2, move }
    const ask = (step: string) =>
      b.target.carryOut(subject, step, { said: { version: '1.2.3', at: 0 }, bytes })
    return { ask, giveUp: () => directory.change(moving, active) }
  }
  const [first, second] = [await begun(), await begun()]
  await first.ask('begin')
  await first.ask('piece')
  expect(await thrownBy(second.ask('begin'))).toThrow('another practice moves there')
  expect(await thrownBy(second.ask('piece'))).toThrow('has not begun there')
  // When the second move is aborted, the files of the first move stay.
  await second.ask('abort')
  expect(await first.ask('begin')).toMatchObject({ size: 1 })
  await first.ask('abort')
  await second.ask('begin')
  // A move that the directory does not contain any more delays no other move.
  await second.giveUp()
  expect(await first.ask('begin')).toMatchObject({ size: 0 })
})

test('§36 A cell accepts a practice only when its disk has room for this practice. Other practices of the old cell do not count.', async () => {
  await using cells = await cellsOf()
  const { a, b, s, newPractice } = cells
  const { practiceId } = await newPractice()
  const needed = 64e6
  const free = (bytes: number) => ({ free: 2 * needed + bytes, needed, neededToVerify: 0 })
  using room = spyOn(b.store.transfer, 'room').mockReturnValue(free(1_000))
  expect(await thrownBy(a.source.move(practiceId, 'b'))).toThrow('MB left')
  expect(b.store.cellMoves.list()).toEqual([])
  room.mockReturnValue(free(statSync(s.path).size))
  await a.source.move(practiceId, 'b')
  expect(practicesOf(b)).toEqual([practiceId])
})

test('§36 No practice begins to move to a drained cell, but a move that has begun goes on.', async () => {
  await using cells = await cellsOf()
  const { a, b, newPractice } = cells
  const [first, second] = [await newPractice(), await newPractice()]
  const { carryOut } = b.target
  b.target.carryOut = () => Promise.reject(new Error('dead'))
  expect(await thrownBy(a.source.move(first.practiceId, 'b'))).toThrow('dead')
  b.target.carryOut = carryOut
  const known = { cell: 'b', addresses: ['10.0.0.6:3000'], host: 'b.example', draining: true }
  await keepCell(a.cells.store, known)
  await a.source.move(first.practiceId, 'b')
  expect(await thrownBy(a.source.move(second.practiceId, 'b'))).toThrow('is drained')
  await keepCell(a.cells.store, { ...known, draining: false })
  await a.source.move(second.practiceId, 'b')
  expect(practicesOf(b).toSorted()).toEqual([first.practiceId, second.practiceId].toSorted())
})

test('§36 A cell accepts a message about a practice only when the message is about the state of the practice that the cell received.', async () => {
  await using cells = await cellsOf()
  const { a, b, newPractice } = cells
  const { practiceId } = await newPractice()
  const { carryOut } = b.target
  b.target.carryOut = async (subject, step, message) => {
    if (step !== 'ready') return carryOut.call(b.target, subject, step, message)
    const detail = { ...(message.said.detail as object), sha256: 'ab'.repeat(32) }
    return carryOut.call(b.target, subject, step, { ...message, said: { ...message.said, detail } })
  }
  expect(await thrownBy(a.source.move(practiceId, 'b'))).toThrow('belongs to another state')
  b.target.carryOut = carryOut
  await a.source.move(practiceId, 'b')
  expect(practicesOf(b)).toEqual([practiceId])
})

test('§36 A practice can move to a further cell, and back to a cell that it has left.', async () => {
  await using cells = await cellsOf()
  const { a, b, directory, newPractice } = cells
  const { practiceId, host } = await newPractice()
  await a.source.move(practiceId, 'b')
  await b.source.move(practiceId, 'a')
  expect([practicesOf(a).includes(practiceId), practicesOf(b)]).toEqual([true, []])
  expect(await directory.look(host)).toMatchObject({ cell: 'a', generation: 3 })
  await a.source.move(practiceId, 'b')
  expect(practicesOf(b)).toEqual([practiceId])
})

test('§36 When the operator aborts a move, the other cell keeps nothing of the practice.', async () => {
  await using cells = await cellsOf()
  const { a, b, there, directory, newPractice } = cells
  const { practiceId, host, own } = await newPractice()
  const { carryOut } = b.target
  b.target.carryOut = async (...asked) => {
    if (asked[1] === 'digests') throw new Error('dead')
    return carryOut.apply(b.target, asked)
  }
  expect(await thrownBy(a.source.move(practiceId, 'b'))).toThrow('refuses')
  // The move failed before its commit, so members can still write.
  await write(own)
  await a.source.abort(practiceId)
  await write(own)
  expect(await directory.look(host)).toMatchObject({ cell: 'a', state: 'active', generation: 1 })
  expect(there.database.query('select count(*) as n from practices').get()).toEqual({ n: 0 })
  b.target.carryOut = carryOut
  await a.source.move(practiceId, 'b')
  expect(await thrownBy(a.source.abort(practiceId))).toThrow('has moved')
})

test('§36 A cell refuses a move from another program version, a second move, and a practice that the directory does not send to it.', async () => {
  await using cells = await cellsOf()
  const { a, b, newPractice } = cells
  const { practiceId } = await newPractice()
  expect(await thrownBy(a.source.move(practiceId, 'c'))).toThrow('does not say where it listens')
  const other = await newPractice()
  await frozen(cells)
  expect(await thrownBy(a.source.move(other.practiceId, 'b'))).toThrow('another practice moves')
  const subject = { from: 'a', to: 'b', practiceId, generation: 2, move: crypto.randomUUID() }
  const bytes = new Uint8Array()
  const begin = (version: string) => b.target.carryOut(subject, 'begin', { said: { version }, bytes })
  expect(await thrownBy(begin('0.0.1'))).toThrow('update both')
  expect(await thrownBy(begin('1.2.3'))).toThrow('does not say')
})
