import { expect, test } from 'bun:test'
import { newest, questions } from '../../src/desk/live/newest.ts'

/** A reader whose answers the test gives, and what it has kept and told. */
function reader() {
  const questions: { readonly answer: (text: string) => void; readonly fail: (error: unknown) => void }[] = []
  const kept: string[] = []
  const told: unknown[] = []
  const read = newest(
    () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      questions.push({ answer: resolve, fail: reject })
      return promise
    },
    (text) => kept.push(text),
    (trouble) => told.push(trouble),
  )
  return { read, questions, kept, told }
}

test('of two questions, only the answer to the newer one is kept, whichever comes first', async () => {
  const { read, questions, kept, told } = reader()
  const [older, newer] = [read(), read()]
  questions[1]!.answer('new')
  await newer
  questions[0]!.answer('old')
  await older
  expect(kept).toEqual(['new'])
  expect(told).toEqual([undefined])
})

test('a failure is told, unless a newer question was asked or the question was forgotten', async () => {
  const { read, questions, kept, told } = reader()
  const [older, newer] = [read(), read()]
  questions[0]!.fail('old')
  questions[1]!.fail('new')
  await Promise.all([older, newer])
  expect(told).toEqual(['new'])
  const forgotten = read()
  read.forget()
  questions[2]!.answer('late')
  await forgotten
  expect(kept).toEqual([])
  expect(told).toEqual(['new'])
})

test('a next page counts as long as nothing newer was asked', () => {
  const { now, next } = questions()
  const isNewest = now()
  expect(isNewest()).toBe(true)
  next()
  expect(isNewest()).toBe(false)
})
