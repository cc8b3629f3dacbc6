import { expect, test } from 'bun:test'
import { flyHeaders } from '../../src/cells/fly.ts'

const host = 'mueller.app.example'

test('a cell on Fly lets the proxy send the requests of a foreign host on by itself', () => {
  expect(flyHeaders(host, 'a', 'b', null)).toEqual({
    'fly-replay': 'app=b;state=a',
    'fly-replay-cache': 'mueller.app.example/*',
    'fly-replay-cache-ttl-secs': '300',
  })
})

test('after a move, the cell that was left sends a request back, which clears what the proxy remembers, and it is sent on rightly', () => {
  const back = flyHeaders(host, 'b', 'c', 'instance=1;region=fra;t=1;state=a')
  expect(back).toEqual({ 'fly-replay': 'app=a;state=a.b', 'fly-replay-cache': 'invalidate' })
  expect(flyHeaders(host, 'a', 'c', 'instance=2;state=a.b;t=2')).toMatchObject({
    'fly-replay': 'app=c;state=a.b.a',
    'fly-replay-cache': 'mueller.app.example/*',
  })
})

test('a request that cells send to each other ends, and what is no name of a cell is no state', () => {
  expect(flyHeaders(host, 'c', 'b', 'state=a.b.a')).toEqual({})
  expect(flyHeaders(host, 'a', 'b', 'state=x,app=evil')).toMatchObject({ 'fly-replay': 'app=b;state=a' })
})
