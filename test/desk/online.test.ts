/** Which of several questions under way says whether the server answers. */
import { beforeEach, expect, test } from 'bun:test'
import { asking, online } from '../../src/desk/api/online.ts'

beforeEach(() => asking()(true))

test('an answer that was on its way while a newer question failed does not bring the desk back', () => {
  const [older, newer] = [asking(), asking()]
  newer(false)
  older(true)
  expect(online.value).toBe(false)
  asking()(true)
  expect(online.value).toBe(true)
})

test('a question that was given up after newer ones were answered does not stop the desk', () => {
  const [older, newer] = [asking(), asking()]
  newer(true)
  older(false)
  expect(online.value).toBe(true)
})

test('questions that end in their order decide one after the other', () => {
  const [older, newer] = [asking(), asking()]
  older(false)
  expect(online.value).toBe(false)
  newer(true)
  expect(online.value).toBe(true)
})
