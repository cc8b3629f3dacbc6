import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { holdMs } from '../../src/domain/online-booking.ts'
import { type BookingClinic, bookingClinic } from '../support/online-booking.ts'

const startAt = '2026-03-03T10:00:00.000Z'
const march = '/api/v1/appointments?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'

const visitors = (c: BookingClinic, at: string, first: number, number: number, how: 'book' | 'hold') =>
  Bun.spawn(
    [
      ...[process.execPath, join(import.meta.dir, 'hold-writer.ts'), c.path, c.owner.practiceId, c.typeId],
      ...[at, String(first), String(number), how],
    ],
    { stdout: 'pipe' },
  )

test('§31 When 64 patients in two processes want one time of one chair, one patient gets it. The other 63 get three other times.', async () => {
  await using c = await bookingClinic()
  const children = [1, 33].map((first) => visitors(c, startAt, first, 32, 'book'))
  const told = await Promise.all(
    children.map((child) => new Response(child.stdout).json() as Promise<('booked' | number)[]>),
  )
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0])
  const outcomes = told.flat()
  expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 3)).toHaveLength(63)
  const { appointments } = (await c.owner.call('GET', march)).data
  expect(appointments).toMatchObject([{ type: 'appointment', startAt, hold: null }])
})

test('§31 When a process is killed, the times that it held are free ten minutes later, and leave no block behind.', async () => {
  await using c = await bookingClinic()
  const child = visitors(c, startAt, 1, 1, 'hold')
  const { value } = await child.stdout.getReader().read()
  expect(new TextDecoder().decode(value)).toBe('[0]\n')
  child.kill('SIGKILL')
  await child.exited
  expect((await c.visitor().hold(startAt)).status).toBe(409)
  c.clock.now += holdMs
  expect((await c.owner.call('GET', march)).data.appointments).toEqual([])
  expect(await c.store.holdUpkeep.endNext(c.clock.now)).toBe(true)
  const blocks = () => {
    using database = new Database(c.path, { readonly: true })
    return database.query('select count(*) as n from entries').get()
  }
  expect(blocks()).toEqual({ n: 0 })
  expect((await c.visitor().hold(startAt)).status).toBe(201)
})
