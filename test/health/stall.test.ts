import { expect, test } from 'bun:test'
import { Stall } from '../../src/backup/stall.ts'

const minute = 60_000

test('a lag of more than two minutes is told once, and its end once', () => {
  const stall = new Stall()
  const seen = [0, 2, 2.1, 3, 4, 1, 0, 3].map((lag, i) => stall.seen(lag * minute, false, i * minute))
  expect(seen).toEqual([null, null, 'began', null, null, 'ended', null, 'began'])
})

test('a stream that stands still is started anew every five minutes, while the store answers', () => {
  const stall = new Stall()
  const seen = Array.from({ length: 14 }, (_, i) => stall.seen((i + 2.5) * minute, true, i * minute))
  expect(seen.flatMap((news, i) => (news === 'restart' ? [i] : []))).toEqual([3, 8, 13])
  const away = new Stall()
  for (let i = 0; i < 14; i++) expect(away.seen((i + 2.5) * minute, false, i * minute)).not.toBe('restart')
})
