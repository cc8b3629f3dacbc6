import { expect, test } from 'bun:test'
import { badToken } from '../../src/domain/problem.ts'
import { EventStreams } from '../../src/http/event-stream.ts'
import { thrownBy } from '../support/rejection.ts'

const owner = { practiceId: 'practice', userId: 'member', credentialId: 'credential' }
const hour = 3_600_000
const limits = { ofCredential: 1, ofMember: 1, ofPractice: 1, ofService: 1 }
const times = { pingMs: hour, checkMs: hour }

/** A source of events, which counts its calls. */
function numbers() {
  const failures: unknown[] = []
  const source = {
    asked: 0,
    polled: 0,
    failures,
    next: () => `${++source.asked}`,
    poll: () => `poll ${++source.polled}`,
    check: () => undefined,
    failed: (error: unknown) => void failures.push(error),
  }
  return source
}

const open = (streams: EventStreams, source = numbers(), signal = new AbortController().signal) => {
  let closed = 0
  const stream = streams.open(owner, source, signal, () => closed++)
  return { stream, source, closed: () => closed }
}

test('an event stream makes events only when the reader asks for them', async () => {
  const streams = new EventStreams(limits, times)
  const { stream, source } = open(streams)
  for (let i = 0; i < 100; i++) stream.wake()
  expect(source.asked).toBe(0)
  const reader = stream.body.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('1')
  stream.wake()
  expect(source.asked).toBe(1)
  streams.end()
  expect((await reader.read()).done).toBe(true)
})

test('an event stream ends when its reader reads nothing during three pings', async () => {
  const streams = new EventStreams(limits, times)
  const { stream, source, closed } = open(streams)
  for (let i = 0; i < 2; i++) streams.pingAll()
  expect([closed(), streams.size]).toEqual([0, 1])
  streams.pingAll()
  expect([closed(), streams.size, source.asked, source.polled]).toEqual([1, 0, 0, 0])
  expect(await thrownBy(stream.body.getReader().read())).toThrow('did not read')
})

test('an event stream is closed once when its reader leaves, by abort or by cancel', async () => {
  const streams = new EventStreams(limits, times)
  const leaving = new AbortController()
  const one = open(streams, numbers(), leaving.signal)
  leaving.abort()
  await one.stream.body.cancel()
  const other = open(streams)
  await other.stream.body.cancel()
  streams.end()
  expect([one.closed(), other.closed(), streams.size]).toEqual([1, 1, 0])
})

test('a request that is broken off before the event stream opens leaves no stream open', () => {
  const streams = new EventStreams(limits, times)
  const { closed } = open(streams, numbers(), AbortSignal.abort())
  expect([closed(), streams.size]).toEqual([1, 0])
})

test('a source that fails ends the event stream, and only a fault of the service is reported', async () => {
  for (const [error, told] of [
    [new Error('broken'), 1],
    [badToken(), 0],
  ] as const) {
    const streams = new EventStreams(limits, times)
    const source = numbers()
    source.next = () => {
      throw error
    }
    const { stream, closed } = open(streams, source)
    expect((await stream.body.getReader().read()).done).toBe(true)
    expect([closed(), source.failures.length]).toEqual([1, told])
  }
})
