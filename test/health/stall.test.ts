import { expect, test } from 'bun:test'
import { Stall } from '../../src/backup/stall.ts'

const minute = 60_000

test('§13 When the backup lags for more than two minutes, the log has one error. The end of the lag is one more line.', () => {
  const stall = new Stall()
  const seen = [0, 2, 2.1, 3, 4, 1, 0, 3].map((lag, i) => stall.seen(lag * minute, false, null, i * minute))
  expect(seen).toEqual([null, null, 'began', null, null, 'ended', null, 'began'])
})

/** The minutes at which the stream is started again, while the lag grows by a minute each minute. */
const restarts = (stall: Stall, looks: number, answered = true) =>
  Array.from({ length: looks }, (_, i) => stall.seen((i + 2.5) * minute, answered, null, i * minute)).flatMap(
    (news, i) => (news?.startsWith('restart') ? [i] : []),
  )

test('a stream that makes no progress is started again, and the time until the next restart doubles', () => {
  // A large change may take more than five minutes on a slow line, and a restart breaks it off.
  expect(restarts(new Stall(), 60)).toEqual([3, 8, 18, 38])
})

test('when a restart does not help, the next restarts begin with a whole copy', () => {
  const stall = new Stall()
  const seen = [3, 6, 11, 21].map((lag) => stall.seen(lag * minute, true, null, lag * minute))
  expect(seen).toEqual(['began', 'restart', 'restart anew', 'restart anew'])
})

test('the stream is not started again while the object store does not answer', () => {
  expect(restarts(new Stall(), 20, false)).toEqual([])
})

test('after the stream has caught up, the next stop of progress has five minutes again until a restart', () => {
  const stall = new Stall()
  restarts(stall, 20)
  stall.seen(0, true, null, 20 * minute)
  expect(stall.seen(3 * minute, true, null, 21 * minute)).toBe('began')
  expect(stall.seen(6 * minute, true, null, 24 * minute)).toBe('restart')
  expect(stall.seen(11 * minute, true, null, 29 * minute)).toBe('restart anew')
})

test('a stream that lags behind but makes progress is not started again', () => {
  const stall = new Stall()
  const seen = Array.from({ length: 60 }, (_, i) => stall.seen(20 * minute, true, i * 1_000, i * minute))
  expect(seen.filter((news) => news !== null)).toEqual(['began'])
  // After the last change, the stream makes no progress.
  const after = Array.from({ length: 12 }, (_, i) => stall.seen(30 * minute, true, 59_000, (60 + i) * minute))
  expect(after.indexOf('restart')).toBe(5)
})
