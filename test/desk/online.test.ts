/** When several requests are running, these tests check which of them decides whether the desk is online. */
import { beforeEach, expect, test } from 'bun:test'
import { asking, online } from '../../src/desk/api/online.ts'

beforeEach(() => asking()(true))

test('an answer that was on its way while another question failed does not bring the desk back', () => {
  const [older, newer] = [asking(), asking()]
  newer(false)
  older(true)
  expect(online.value).toBe(false)
  asking()(true)
  expect(online.value).toBe(true)
})

test('a failure counts, also where a newer question was answered', () => {
  const [older, newer] = [asking(), asking()]
  newer(true)
  older(false)
  expect(online.value).toBe(false)
})

test('an answer to a question from before a failure does not count, but a failure does', () => {
  const [first, second, third] = [asking(), asking(), asking()]
  first(false)
  second(true)
  third(false)
  expect(online.value).toBe(false)
  asking()(true)
  expect(online.value).toBe(true)
})
