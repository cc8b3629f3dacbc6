/** When several requests are running, these tests check which of them decides whether the desk is online. */
import { beforeEach, expect, test } from 'bun:test'
import { asking, online } from '../../src/desk/api/online.ts'

beforeEach(() => asking()(true))

test('the answer to an older request does not make the desk online again after a newer request failed', () => {
  const [older, newer] = [asking(), asking()]
  newer(false)
  older(true)
  expect(online.value).toBe(false)
  asking()(true)
  expect(online.value).toBe(true)
})

test('a failed request makes the desk offline, also when a newer request was answered', () => {
  const [older, newer] = [asking(), asking()]
  newer(true)
  older(false)
  expect(online.value).toBe(false)
})

test('after a failure, answers to earlier requests do not count, but their failures do', () => {
  const [first, second, third] = [asking(), asking(), asking()]
  first(false)
  second(true)
  third(false)
  expect(online.value).toBe(false)
  asking()(true)
  expect(online.value).toBe(true)
})
