import { expect, test } from 'bun:test'
import { Windows } from '../../src/http/windows.ts'

const minute = 60_000

function counted(quota: number) {
  const clock = { now: 0 }
  return { clock, windows: new Windows(quota, () => clock.now) }
}

test('the window of a rate limit begins with its first request and ends a minute later', () => {
  const { clock, windows } = counted(2)
  clock.now = 5_000
  expect(windows.take('a')).toEqual({ left: 1, seconds: 60 })
  clock.now += 59_001
  expect(windows.take('a')).toEqual({ left: 0, seconds: 1 })
  expect(windows.take('a').left).toBe(-1)
  clock.now = 5_000 + minute
  expect(windows.take('a')).toEqual({ left: 1, seconds: 60 })
})

test('each key has its own window of the rate limit', () => {
  const { windows } = counted(1)
  expect([windows.take('a').left, windows.take('b').left, windows.take('a').left]).toEqual([0, 0, -1])
})

test('ended windows of the rate limit are forgotten', () => {
  const { clock, windows } = counted(1)
  for (let i = 0; i < 1_000; i++) windows.take(`early ${i}`)
  clock.now = minute
  windows.take('late')
  expect(windows.remembered).toBe(1)
})

test('requests from very many networks are stored up to a limit, and the oldest are forgotten first', () => {
  const { windows } = counted(1)
  for (let i = 0; i < 120_000; i++) windows.take(`network ${i}`)
  expect(windows.remembered).toBe(50_000)
  expect(windows.take('network 119999').left).toBe(-1)
  expect(windows.take('network 0').left).toBe(0)
})
