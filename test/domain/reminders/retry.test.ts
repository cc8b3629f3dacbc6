import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { afterFailedTry, longestPause, mostAttempts } from '../../../src/domain/reminders/retry.ts'
import type { SendHours } from '../../../src/domain/reminders/send-window.ts'
import { tooLateFrom } from '../../../src/domain/reminders/window.ts'

const minute = 60_000
const start = Date.parse('2026-03-10T09:00:00Z')
const due = start - 1440 * minute
const kind = 'reminder' as const
const always: SendHours = { from: '00:00', until: '24:00', timeZone: 'Europe/Berlin' }

const attempts = fc.integer({ min: 1, max: mostAttempts })
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const retryAfter = fc.option(fc.integer({ min: 0, max: 2 * 1440 * minute }), { nil: undefined })
const minutesOn = fc.integer({ min: 0, max: 1429 })

test('another try is never too late, and only the last try is sooner than the provider asked', () => {
  fc.assert(
    fc.property(attempts, chance, retryAfter, minutesOn, (attempts, chance, retryAfter, minutes) => {
      const notice = { kind, firstStartAt: start, dueAt: due, failingSince: null, attempts }
      const now = due + minutes * minute
      const failed = { error: 'http_500', verdict: 'failed', retryAfter } as const
      const after = afterFailedTry(notice, failed, always, now, chance)
      if (after.state === 'dead') {
        expect(attempts === mostAttempts || now >= tooLateFrom(notice) - minute / 2).toBe(true)
        return
      }
      if (after.state !== 'scheduled') throw new Error(after.state)
      expect(attempts).toBeLessThan(mostAttempts)
      expect(after.attempts).toBe(attempts)
      const last = tooLateFrom(notice) - minute / 2
      const asked = Math.min(retryAfter ?? 0, longestPause)
      expect(after.nextAttemptAt).toBeLessThanOrEqual(Math.min(last, now + longestPause))
      expect(after.nextAttemptAt).toBeGreaterThan(now)
      if (after.nextAttemptAt < last)
        expect(after.nextAttemptAt - now).toBeGreaterThanOrEqual(Math.max(asked, minute / 2))
      expect(Number.isInteger(after.nextAttemptAt)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('while the provider is away, tries do not count and go on every few minutes, until half a minute before it is too late', () => {
  const failed = { error: 'unreachable', verdict: 'away' } as const
  let now = due
  let tries = 0
  for (; ; tries++) {
    const after = afterFailedTry(
      { kind, firstStartAt: start, dueAt: due, failingSince: null, attempts: 4 },
      failed,
      always,
      now,
      0.5,
    )
    if (after.state === 'dead') break
    if (after.state !== 'scheduled') throw new Error(after.state)
    expect(after.attempts).toBe(3)
    expect(after.nextAttemptAt - now).toBeLessThanOrEqual(10 * minute)
    now = after.nextAttemptAt
  }
  expect(now).toBe(start - 10.5 * minute)
  expect(tries).toBeGreaterThan(100)
})

test('a message without an answer is tried three times, and then its outcome is uncertain', () => {
  const failed = { error: 'timeout', verdict: 'unanswered' } as const
  const after = (attempts: number, now: number) =>
    afterFailedTry(
      { kind, firstStartAt: start, dueAt: due, failingSince: null, attempts },
      failed,
      always,
      now,
      0.5,
    )
  const scheduled = { state: 'scheduled', failingSince: due, uncertainAt: due } as const
  expect(after(1, due)).toEqual({ ...scheduled, attempts: 1, nextAttemptAt: due + 7.5 * minute })
  expect(after(2, due)).toEqual({ ...scheduled, attempts: 2, nextAttemptAt: due + 15 * minute })
  const uncertain = (uncertainAt: number) => ({ state: 'uncertain', reason: null, uncertainAt }) as const
  expect(after(3, due)).toEqual(uncertain(due))
  expect(after(1, start - 10.5 * minute)).toEqual(uncertain(start - 10.5 * minute))
})

test('pauses after a failed try are random, so notices that failed together are not tried again together', () => {
  const notice = { kind, firstStartAt: start, dueAt: due, failingSince: null, attempts: 4 }
  const failed = { error: 'timeout', verdict: 'failed' } as const
  const next = (chance: number) => {
    const after = afterFailedTry(notice, failed, always, due, chance)
    return after.state === 'scheduled' ? (after.nextAttemptAt - due) / minute : undefined
  }
  expect([next(0), next(0.5), next(1)]).toEqual([4, 6, 8])
})
