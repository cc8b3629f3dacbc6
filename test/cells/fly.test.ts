import { expect, test } from 'bun:test'
import { flyHeaders } from '../../src/cells/fly.ts'

const host = 'mueller.app.example'

/** What the cell `own` answers for a practice that is in the cell `to`. There are the cells a, b and c. */
const headersOf = (own: string, to: string, source: string | null) =>
  flyHeaders({ host, own, to }, source, (name) => ['a', 'b', 'c'].includes(name))

test('a cell on Fly lets the proxy send the requests of a foreign host on by itself', () => {
  expect(headersOf('a', 'b', null)).toEqual({
    'fly-replay': 'app=b;state=a',
    'fly-replay-cache': 'mueller.app.example/*',
    'fly-replay-cache-ttl-secs': '300',
  })
})

test('after a move, the cell that was left sends a request back, which clears what the proxy remembers, and it is sent on rightly', () => {
  const back = headersOf('b', 'c', 'instance=1;region=fra;t=1;state=a')
  expect(back).toEqual({ 'fly-replay': 'app=a;state=a.b', 'fly-replay-cache': 'invalidate' })
  expect(headersOf('a', 'c', 'instance=2;state=a.b;t=2')).toMatchObject({
    'fly-replay': 'app=c;state=a.b.a',
    'fly-replay-cache': 'mueller.app.example/*',
  })
})

test('a request that cells send to each other ends', () => {
  expect(headersOf('c', 'b', 'state=a.b.a')).toEqual({})
})

test.each(['evil', 'a.evil', 'x,app=evil', 'a,app=evil', '.', 'a.', 'A'])(
  '§29 A stranger cannot choose the Fly app to which a cell sends a request. By the state %p',
  (state) => {
    expect(headersOf('a', 'b', `instance=1;state=${state}`)).toEqual({})
  },
)
