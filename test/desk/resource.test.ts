import { expect, test } from 'bun:test'
import { signal } from '@preact/signals'
import { tell } from '../../src/desk/live/changes.ts'
import { resource } from '../../src/desk/live/resource.ts'
import { thrownBy } from '../support/rejection.ts'
import { until } from '../support/until.ts'

interface Question {
  readonly answer: (text: string) => void
  readonly fail: (error: unknown) => void
  readonly signal: AbortSignal
}

/** A resource whose requests the test answers. */
function asked(options: Omit<Parameters<typeof resource<string>>[0], 'read'> = {}) {
  const questions: Question[] = []
  const of = resource<string>({
    ...options,
    read: (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      questions.push({ answer: resolve, fail: reject, signal })
      return promise
    },
  })
  return { of, questions }
}

test('of two requests of a resource, only the answer to the newer request is kept, in whichever order they arrive', async () => {
  const { of, questions } = asked()
  const [older, newer] = [of.again(), of.again()]
  questions[1]!.answer('new')
  await newer
  questions[0]!.answer('old')
  await older
  expect(of.value).toBe('new')
  expect(of.trouble).toBeUndefined()
  expect(questions.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('a failure of the newest request of a resource is stored and keeps the value, until an answer arrives', async () => {
  const { of, questions } = asked()
  of.show('before')
  const [older, newer] = [of.again(), of.again()]
  questions[0]!.fail('old')
  questions[1]!.fail('new')
  await Promise.all([older, newer])
  expect([of.value, of.trouble]).toEqual(['before', 'new'])
  const third = of.again()
  questions[2]!.answer('after')
  await third
  expect([of.value, of.trouble]).toEqual(['after', undefined])
})

test('answers and failures of requests from before a resource was cleared do not count', async () => {
  const { of, questions } = asked()
  of.show('of the patient before')
  const [first, second] = [of.again(), of.again()]
  of.clear()
  questions[0]!.answer('late')
  questions[1]!.fail('late')
  await Promise.all([first, second])
  expect([of.value, of.trouble]).toEqual([undefined, undefined])
})

test('an older answer does not replace a preview of a change: the resource is read once more', async () => {
  const { of, questions } = asked()
  of.show('a')
  const read = of.again()
  of.paint((text) => `${text} painted`)
  questions[0]!.answer('a')
  await Promise.resolve()
  expect(of.value).toBe('a painted')
  questions[1]!.answer('a saved')
  await read
  expect(of.value).toBe('a saved')
})

test('a resource without a value shows no preview, and the first answer counts', async () => {
  const { of, questions } = asked()
  const read = of.again()
  of.paint(() => 'painted')
  questions[0]!.answer('a')
  await read
  expect([of.value, questions.length]).toEqual(['a', 1])
})

test('while changes are being sent, a resource shows no answer. After the last change it is read again', async () => {
  const { of, questions } = asked()
  of.show('a')
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changes = [of.inTurn(() => first.promise), of.inTurn(() => second.promise)]
  const read = of.again()
  questions[0]!.answer('older')
  await read
  first.resolve()
  await changes[0]
  expect([of.value, of.changesAhead(), questions.length]).toEqual(['a', true, 1])
  second.resolve()
  await changes[1]
  expect([of.value, of.changesAhead(), questions.length]).toEqual(['a', false, 2])
})

test('a request that began before the end of a change is sent once more, also when its answer arrives later', async () => {
  const { of, questions } = asked()
  of.show('a')
  const { promise, resolve } = Promise.withResolvers<void>()
  const change = of.inTurn(() => promise)
  const read = of.again()
  resolve()
  await change
  questions[0]!.answer('older')
  await until('it is asked once more', () => questions.length === 2)
  expect(of.value).toBe('a')
  questions[1]!.answer('newer')
  await read
  expect(of.value).toBe('newer')
})

test('a failed change of a resource does not stop the next change', async () => {
  const { of } = asked()
  const failing = of.inTurn(() => Promise.reject(new Error('no')))
  const next = of.inTurn(async () => 'done')
  expect(await thrownBy(failing)).toThrow('no')
  expect(await next).toBe('done')
})

test('a followed resource is read again after changes of its kinds, and when everything must be read again', async () => {
  const [second, third] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  const of = resource({
    kinds: ['chair'],
    read: async () => {
      reads++
      if (reads === 2) second.resolve()
      if (reads === 3) third.resolve()
    },
  })
  const stop = of.follow()
  tell([{ kind: 'member', id: '1' }])
  expect(reads).toBe(1)
  tell([{ kind: 'chair', id: '1' }])
  await second.promise
  tell([])
  await third.promise
  stop()
  tell([])
  expect(reads).toBe(3)
})

test('a followed resource is read again at once when a value that its request depends on changes', () => {
  const day = signal('2030-03-04')
  const { of, questions } = asked({ by: () => day.value, pauseMs: 60_000 })
  const stop = of.follow()
  day.value = '2030-03-05'
  expect(questions.length).toBe(2)
  stop()
  day.value = '2030-03-06'
  expect(questions.length).toBe(2)
})

test('a resource that several parts need is read once', () => {
  const { of, questions } = asked()
  of.need()
  of.need()
  expect(questions.length).toBe(1)
})

test('one next page at a time is added to a resource, and only to the list that it belongs to', async () => {
  const { of, questions } = asked()
  of.show('a')
  const page = Promise.withResolvers<string>()
  const more = of.grow(async (text) => text + (await page.promise))
  const none = of.grow(() => Promise.reject(new Error('twice')))
  page.resolve('b')
  await Promise.all([more, none])
  expect([of.value, of.trouble]).toEqual(['ab', undefined])
  const late = Promise.withResolvers<string>()
  const old = of.grow(async (text) => text + (await late.promise))
  const other = of.again()
  questions[0]!.answer('z')
  await other
  late.resolve('c')
  await old
  expect(of.value).toBe('z')
})
