import { expect, test } from 'bun:test'
import { flyHeaders } from '../../src/cells/fly.ts'

const host = 'mueller.app.example'

/** The headers that the cell `own` answers for a practice in the cell `to`. The cells are a, b and c. */
const headersOf = (own: string, to: string, source: string | null) =>
  flyHeaders({ host, own, to }, source, (name) => ['a', 'b', 'c'].includes(name))

test('for a practice of another cell, a cell on Fly makes the proxy send the requests there, and remember this for five minutes', () => {
  expect(headersOf('a', 'b', null)).toEqual({
    'fly-replay': 'app=b;state=a',
    'fly-replay-cache': 'mueller.app.example/*',
    'fly-replay-cache-ttl-secs': '300',
  })
})

test('after a move, the old cell sends a forwarded request back, the proxy forgets the old cell, and the request goes to the new cell', () => {
  const back = headersOf('b', 'c', 'instance=1;region=fra;t=1;state=a')
  expect(back).toEqual({ 'fly-replay': 'app=a;state=a.b', 'fly-replay-cache': 'invalidate' })
  expect(headersOf('a', 'c', 'instance=2;state=a.b;t=2')).toMatchObject({
    'fly-replay': 'app=c;state=a.b.a',
    'fly-replay-cache': 'mueller.app.example/*',
  })
})

test('a request that the cells have already sent on three times is not sent on again', () => {
  expect(headersOf('c', 'b', 'state=a.b.a')).toEqual({})
})

test.each(['evil', 'a.evil', 'x,app=evil', 'a,app=evil', '.', 'a.', 'A'])(
  '§29 A stranger cannot choose the Fly app to which a cell sends a request. With the state %p',
  (state) => {
    expect(headersOf('a', 'b', `instance=1;state=${state}`)).toEqual({})
  },
)
