/**
 * Visitors who all want the same time: `hold-writer.ts <database> <practice> <type> <start> <first> <number> <how>`.
 * With `book`, each visitor holds the time, proves a contact and confirms. With `hold`, they only hold the time, and
 * the process waits until it is ended.
 */
import { openDatabase } from '../../db/open.ts'
import { unsetBooking } from '../../src/domain/online-booking.ts'
import { Problem } from '../../src/domain/problem.ts'
import { confirmHold } from '../../src/features/online-booking/confirming.ts'
import { holdTime } from '../../src/features/online-booking/holding.ts'
import { sendCode } from '../../src/features/online-booking/proving.ts'
import { findPractice } from '../../src/store/practice/practice.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { monday, testTrail } from '../support/clinic.ts'

const [path, practiceId, appointmentTypeId, startAt, first, number, how] = process.argv.slice(2) as string[]
const store = createStore(
  openDatabase(path!),
  undefined,
  undefined,
  testTrail(() => monday),
)
const practice = store.practices.of(practiceId!, { ...byTest, bookkeeping: true })
const place = { practice, row: findPractice(practice.read)!, settings: unsetBooking }
const codes = new Map<string, (code: string) => void>()
const deps = {
  channels: {
    email: async ({ to, text }: { to: string; text: string }) => codes.get(to)!(/\b\d{6}\b/.exec(text)![0]),
    sms: null,
    logOnly: false,
  },
  ceilings: { email: 0, sms: 0 },
  now: () => monday,
  reportFault(error: unknown) {
    throw error
  },
}

async function visit(n: number): Promise<'booked' | number> {
  const network = `192.0.2.${n}`
  const wish = {
    appointmentTypeId: appointmentTypeId!,
    startAt: startAt!,
    practitionerId: null,
    known: false,
  }
  try {
    const { secret } = await holdTime(place, wish, network, monday)
    if (how === 'hold') return 0
    const email = `visitor-${n}@example.org`
    const { promise, resolve } = Promise.withResolvers<string>()
    codes.set(email, resolve)
    await sendCode(deps, place, { secret, email, language: 'en' }, network)
    const person = { firstName: 'Visitor', lastName: `${n}`, dob: '1987-04-23', answers: [] }
    await confirmHold(place, { secret, code: await promise, ...person }, monday)
    return 'booked'
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict')
      return error.details!.filter((detail) => detail.startAt !== undefined).length
    throw error
  }
}

const visitors = Array.from({ length: Number(number) }, (_, i) => Number(first) + i)
console.log(JSON.stringify(await Promise.all(visitors.map(visit))))
if (how === 'hold') await new Promise(() => {})
await store.close()
