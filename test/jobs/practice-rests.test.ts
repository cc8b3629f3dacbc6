import { expect, test } from 'bun:test'
import { PracticeRests } from '../../src/jobs/practice-rests.ts'
import { hour, minute } from './sending.ts'

function resting() {
  const clock = { now: 1_000_000 }
  const rests = new PracticeRests(() => clock.now)
  const probe = (id: string) => {
    rests.begun('a', id)
    rests.refused('a', id)
    rests.ended('a', id)
  }
  /** Lets the practice's rest pass, in which it sends nothing. Returns the length of the rest in minutes. */
  const restOf = () => {
    const began = clock.now
    while (rests.resting().includes('a')) clock.now += minute
    return (clock.now - began) / minute
  }
  return { clock, rests, probe, restOf }
}

test("§6.3 After three refusals in a row for a reason on our side, the practice's channel rests for 10 minutes to two hours. Then it sends one message at a time.", () => {
  const { rests, probe, restOf } = resting()
  for (const id of ['1', '2', '1', '2', '2']) probe(id)
  expect(rests.resting()).toEqual([])
  probe('3')
  const lengths = Array.from({ length: 6 }, (_, i) => {
    const length = restOf()
    probe(`probe ${i}`)
    return length
  })
  expect(lengths).toEqual([10, 20, 40, 80, 120, 120])
})

test('a message that the provider accepts ends the refusals in a row and the rest of its practice, and of no other practice', () => {
  const { rests, probe } = resting()
  for (const id of ['1', '2']) probe(id)
  rests.welcome('a')
  probe('3')
  expect(rests.resting()).toEqual([])
  for (const id of ['4', '5']) probe(id)
  for (const id of ['1', '2', '3']) rests.refused('b', id)
  expect(rests.resting()).toEqual(['a', 'b'])
  rests.welcome('a')
  expect(rests.resting()).toEqual(['b'])
})

test('other messages rest while one message tries the provider, and earlier deliveries do not change this', () => {
  const { clock, rests, probe, restOf } = resting()
  for (const id of ['1', '2', '3']) probe(id)
  rests.refused('a', '4')
  expect(restOf()).toBe(10)
  rests.begun('a', 'probe')
  clock.now += hour
  expect(rests.resting()).toEqual(['a'])
  rests.ended('a', '4')
  expect(rests.resting()).toEqual(['a'])
  rests.ended('a', 'probe')
  // The try did not reach the provider. So another message tries after the shortest rest.
  expect(restOf()).toBe(10)
  probe('another')
  expect(restOf()).toBe(20)
})

test('a rest does not last longer when the clock is set back', () => {
  const { clock, rests, probe } = resting()
  for (const id of ['1', '2', '3']) probe(id)
  clock.now -= hour
  expect(rests.resting()).toEqual([])
})
