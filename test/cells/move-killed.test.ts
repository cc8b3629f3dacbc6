/** Kills a move at each of its steps. Then exactly one cell serves the practice, and the same command continues. */
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { Directory } from '../../src/cells/directory.ts'
import { newId } from '../../src/domain/id.ts'
import { Peer } from '../../src/move/peer.ts'
import { Writer } from '../../src/store/engine/writer.ts'
import { insertTag } from '../../src/store/patients/tags.ts'
import { digestsOf } from '../../src/transfer/arrive.ts'
import { times } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import type { ObjectStore } from '../support/replica.ts'
import { act, teller } from '../transfer/practices.ts'
import { conditionalStore, newCells } from './support.ts'
import { type TestCell, twoStores } from './two-stores.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await conditionalStore()
})
afterAll(async () => {
  await store[Symbol.asyncDispose]()
})

/** The process of the move dies before its step number `n` reaches anybody, or after the step, so its answer is lost. */
interface Death {
  readonly n: number
  readonly isDone: boolean
  /** The work of others in the old cell, by the step during which they do it. */
  readonly meanwhile: Readonly<Record<string, () => Promise<unknown>>>
}

/**
 * Runs `work` as a process that dies at a step. From then on, the process writes nothing and asks nothing. Returns the
 * name of the step, or undefined when `work` ended before the step.
 */
async function dying(
  { n, isDone, meanwhile }: Death,
  mover: TestCell,
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  const { ask } = Peer.prototype
  const { change } = Directory.prototype
  const { write } = Writer.prototype
  let count = 0
  let died: string | undefined
  let isOthers = false
  let hasTaken = false
  const dead = () => Promise.reject(new Error('died'))
  const step = async <T>(name: string, doIt: () => Promise<T>): Promise<T> => {
    if (died !== undefined) return dead()
    // The number of `take` requests until the copy has arrived depends on the machine. So only the first one counts.
    if (name === 'take' && hasTaken) return doIt()
    hasTaken ||= name === 'take'
    const isLast = ++count === n
    if (isLast && !isDone) died = name
    if (died !== undefined) return dead()
    const done = await doIt()
    if (isLast) died = name
    return died === undefined ? done : dead()
  }
  const own = await writerOf(mover)
  const spies = [
    spyOn(Peer.prototype, 'ask').mockImplementation(function (this: Peer, ...asked) {
      return step(asked[0], async () => {
        const others = meanwhile[asked[0]]
        if (others) {
          isOthers = true
          await others()
          isOthers = false
        }
        return ask.apply(this, asked)
      }) as never
    }),
    spyOn(Directory.prototype, 'change').mockImplementation(function (this: Directory, ...asked) {
      return step(`directory: ${asked[1].state}`, () => change.apply(this, asked))
    }),
    spyOn(Writer.prototype, 'write').mockImplementation(function (this: Writer, ...asked) {
      // Writes of the other cell, and of other people, come from processes that do not die.
      if (this !== own || isOthers) return write.apply(this, asked) as never
      return step('write', () => write.apply(this, asked) as never) as never
    }),
  ]
  try {
    await work()
  } catch (error) {
    if (died === undefined) throw error
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return died
}

/** The writer of a cell. */
async function writerOf({ store }: TestCell): Promise<Writer> {
  let own: Writer | undefined
  const { write } = Writer.prototype
  const spy = spyOn(Writer.prototype, 'write').mockImplementation(function (this: Writer, ...asked) {
    own = this
    return write.apply(this, asked) as never
  })
  await store.cellMoves.forget(crypto.randomUUID())
  spy.mockRestore()
  return own!
}

const seen = ({ store }: Pick<TestCell, 'store'>, practiceId: string) =>
  store.identity.practiceIds().includes(practiceId)

const digests = ({ store }: Pick<TestCell, 'store'>, practiceId: string) =>
  digestsOf(store, practiceId, '1.2.3', teller())
    .filter(({ name }) => !/^(practices|audit|audit_patients)\.ndjson$/.test(name))
    .map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))

for (const isDone of [false, true])
  test(`§36 When a move is killed at any step, exactly one cell serves the practice, and the same command continues the move. ${isDone ? 'After' : 'Before'} the step`, async () => {
    await using cells = await twoStores(newCells(store).store)
    const { a, b, directory, newPractice } = cells
    const steps: string[] = []
    for (let n = 1; ; n++) {
      const { practiceId, host, own } = await newPractice()
      let tags = 0
      /** A change that a member makes. */
      const addTag = (name: string) =>
        own.practice.write((tx) => {
          insertTag(tx, { id: newId(monday), name, color: '#336699', alert: false, ...times })
          tx.record({ kind: 'write' })
        })
      const meanwhile = {
        // During the copy, a member writes. While nobody can write, a member looks at a patient.
        take: () => addTag(`during the copy ${tags++}`),
        digests: () =>
          a.store.auditTrail.append(practiceId, act, [{ kind: 'read', patientId: own.patientId }]),
      }
      const died = await dying({ n, isDone, meanwhile }, a, () => a.source.move(practiceId, 'b'))
      if (died === undefined) break
      steps.push(died)
      const placement = (await directory.look(host))!
      const isThere = placement.cell === 'b'
      if (!isThere) expect({ n, died, there: seen(b, practiceId) }).toEqual({ n, died, there: false })
      // The new cell has a write that is acknowledged after the kill, too: the digests below compare the tags.
      const late = isThere
        ? 'moved'
        : await addTag('after the kill').then(
            () => 'written',
            (error) => error.constructor.name,
          )
      await a.source.move(practiceId, 'b')
      expect(late).toBeOneOf(['written', 'PracticeFrozen', 'moved'])
      expect({ n, died, late, there: seen(b, practiceId), here: seen(a, practiceId) }).toMatchObject({
        there: true,
        here: false,
      })
      expect(digests(b, practiceId)).toEqual(digests(a, practiceId))
      expect(await directory.look(host)).toMatchObject({ cell: 'b', state: 'active', generation: 2 })
    }
    expect(new Set(steps)).toEqual(
      new Set([
        ...[
          'directory: moving',
          'write',
          'begin',
          'piece',
          'take',
          'differences',
          'digests',
          'ready',
          'confirmed',
        ],
        ...['directory: active', 'come', 'trail', 'whole'],
      ]),
    )
  })
