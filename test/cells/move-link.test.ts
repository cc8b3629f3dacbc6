/** A message between two cells belongs to one practice, one move and one direction, and is carried out only once. */
import { expect, spyOn, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listenForCells } from '../../src/move/listener.ts'
import { Peer } from '../../src/move/peer.ts'
import { cellKeyOf, Envelope } from '../../src/move/seal.ts'
import { freePort } from '../support/free-port.ts'
import { thrownBy } from '../support/rejection.ts'
import { scratch } from '../support/scratch.ts'

let count = 0
const newKey = () => cellKeyOf(join(scratch, `cell-${count++}.db`))
const subject = {
  from: 'a',
  to: 'b',
  practiceId: '0198a1b2-0000-7000-8000-00000000abcd',
  generation: 2,
  move: '0198a1b2-0000-4000-8000-00000000abcd',
}

test('a cell keeps its key in a file that only the owner of the file can read', () => {
  const path = join(scratch, `cell-${count++}.db`)
  expect(cellKeyOf(path).publicKey).toBe(cellKeyOf(path).publicKey)
  expect(statSync(`${path}-cell-key.pem`).mode & 0o777).toBe(0o600)
})

test('only the two cells can open a message, and only for the same move, direction and step', () => {
  const [a, b, other] = [newKey(), newKey(), newKey()]
  const sealed = new Envelope(a, b.publicKey, subject).seal('question', 'begin', Buffer.from('x'))
  const open = (key = b, from = a.publicKey, about = subject) =>
    new Envelope(key, from, about).open('question', 'begin', sealed).toString()
  expect(open()).toBe('x')
  expect(() => open(other)).toThrow()
  expect(() => open(b, other.publicKey)).toThrow()
  for (const changed of [
    { from: 'c' },
    { to: 'c' },
    { generation: 3 },
    { practiceId: crypto.randomUUID() },
    { move: crypto.randomUUID() },
  ])
    expect(() => open(b, a.publicKey, { ...subject, ...changed })).toThrow()
  const envelope = new Envelope(b, a.publicKey, subject)
  expect(() => envelope.open('answer', 'begin', sealed)).toThrow()
  expect(() => envelope.open('question', 'come', sealed)).toThrow()
})

test('§36 When somebody records a message between cells and sends it again, it is not carried out, not even after a restart of the cell.', async () => {
  const [a, b] = [newKey(), newKey()]
  const address = { hostname: '127.0.0.1', port: Number(await freePort()) }
  const steps: string[] = []
  const listen = () =>
    listenForCells({
      address,
      cell: 'b',
      key: b,
      keyOf: async () => a.publicKey,
      refusalOf: () => 'no',
      async carryOut(_, step) {
        steps.push(step)
        return {}
      },
    })
  const recorded: [url: string, init: RequestInit][] = []
  const send = fetch
  using _ = spyOn(globalThis, 'fetch').mockImplementation(((url: string, init: RequestInit) => {
    recorded.push([url, init])
    return send(url, init)
  }) as never)
  const again = () =>
    Promise.all(
      recorded.map(async ([url, { signal: _, ...init }]) => [
        url.split('/').at(-1),
        (await send(url, init)).status,
      ]),
    )
  let server = listen()
  try {
    const link = { address: `127.0.0.1:${address.port}`, key: b.publicKey, version: '1' }
    const peer = new Peer(a, link, subject)
    await peer.ask('begin')
    await peer.ask('ready')
    const refused = [
      ['begin', 410],
      ['ready', 410],
    ]
    // The message `hello` opens a connection and changes nothing, so it may be sent again.
    expect(await again()).toEqual([['hello', 200], ...refused])
    await peer.ask('come')
    await new Peer(a, link, subject).ask('trail')
    expect(steps).toEqual(['begin', 'ready', 'come', 'trail'])
    await server.stop(true)
    server = listen()
    await again()
    expect(await thrownBy(peer.ask('abort'))).toThrow('type the command again')
    expect(steps).toHaveLength(4)
  } finally {
    await server.stop(true)
  }
})

test('a cell carries out the steps of the other cell of a move, and answers 404 to everybody else', async () => {
  const [a, b, stranger] = [newKey(), newKey(), newKey()]
  const port = Number(await freePort())
  const steps: string[] = []
  const server = listenForCells({
    address: { hostname: '127.0.0.1', port },
    cell: 'b',
    key: b,
    keyOf: async (cell) => (cell === 'a' ? a.publicKey : null),
    carryOut: async (_, step, { said, bytes }) => {
      steps.push(step)
      if (said.fail) throw new Error('no')
      return { said, length: bytes.length }
    },
    refusalOf: () => 'it may not',
  })
  try {
    const link = { address: `127.0.0.1:${port}`, key: b.publicKey, version: '1' }
    const peer = new Peer(a, link, subject)
    expect(await peer.ask<object>('step', { x: 'ü' }, new Uint8Array(5))).toEqual({
      said: { x: 'ü' },
      length: 5,
    })
    expect(await thrownBy(peer.ask('step', { fail: true }))).toThrow('the cell b refuses: it may not')
    expect(await thrownBy(new Peer(stranger, link, subject).ask('step'))).toThrow('404')
    expect(await thrownBy(new Peer(a, link, { ...subject, from: 'z' }).ask('step'))).toThrow('404')
    expect(await thrownBy(new Peer(a, link, { ...subject, to: 'c' }).ask('step'))).toThrow('404')
    expect(await thrownBy(new Peer(a, { ...link, key: stranger.publicKey }, subject).ask('step'))).toThrow(
      '404',
    )
    for (const request of [
      new Request(`http://${link.address}/`),
      new Request(`http://${link.address}/begin`, { method: 'POST', body: 'x' }),
    ])
      expect((await fetch(request)).status).toBe(404)
    expect(steps).toEqual(['step', 'step'])
  } finally {
    await server.stop(true)
  }
  const away = new Peer(a, { address: `127.0.0.1:${port}`, key: b.publicKey, version: '1' }, subject)
  expect(await thrownBy(away.ask('step'))).toThrow('does not answer')
})
