import { expect, test } from 'bun:test'
import { mostKept, shownOf, withToast } from '../../src/desk/base/kept-toasts.ts'

interface Toast {
  readonly id: string
  readonly undo?: () => Promise<unknown>
}

const undo = async () => {}
const act = (id: string): Toast => ({ id, undo })
const plain = (id: string): Toast => ({ id })
const kept = (...toasts: readonly Toast[]) => toasts.reduce<readonly Toast[]>(withToast, [])
const shown = (...toasts: readonly Toast[]) =>
  shownOf(kept(...toasts))
    .map(({ id }) => id)
    .join(' ')

test('later messages do not push away an act that can still be undone', () => {
  expect(shown(act('moved'), plain('a'), plain('b'), plain('c'), plain('d'))).toBe('moved c d')
})

test('the newest two messages are seen beside as many acts as are shown', () => {
  expect(shown(plain('a'), plain('b'), plain('c'), act('1'))).toBe('b c 1')
  expect(shown(act('1'), act('2'), act('3'), plain('a'), plain('b'), plain('c'))).toBe('1 2 3 b c')
})

test('of ten acts, the newest three are shown, and the older ones come up again as those go', () => {
  const ten = kept(...Array.from({ length: 10 }, (_, i) => act(String(i))))
  const ids = (toasts: readonly Toast[]) => shownOf(toasts).map(({ id }) => id)
  expect(ids(ten)).toEqual(['7', '8', '9'])
  expect(ids(ten.slice(0, -1))).toEqual(['6', '7', '8'])
  expect(ids(ten.slice(0, 1))).toEqual(['0'])
})

test('only the newest messages are kept, up to a number', () => {
  const many = kept(...Array.from({ length: mostKept + 5 }, (_, i) => act(String(i))))
  expect(many.length).toBe(mostKept)
  expect(many.at(-1)!.id).toBe(String(mostKept + 4))
})
