/** Books a member on a chair at every free time: `practitioner-writer.ts <database> <practice> <member> <chair>`. */
import { openDatabase } from '../../db/open.ts'
import { Problem } from '../../src/domain/problem.ts'
import { addEntry } from '../../src/features/calendar/saving.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { monday } from '../support/clinic.ts'

const [path, practiceId, practitionerId, chairId] = process.argv.slice(2) as [string, string, string, string]
const store = createStore(openDatabase(path))
const practice = store.practices.of(practiceId, byTest)
const minute = 60_000
let booked = 0
for (let i = 0; i < 60; i++) {
  // Both writers try the same times in the same order, and each time overlaps the next one.
  const times = [i * 20, i * 20 + 30].map((minutes) => new Date(monday + minutes * minute).toISOString())
  const [startAt, endAt] = times as [string, string]
  try {
    await practice.write((tx) => {
      addEntry(tx, practitionerId, { type: 'appointment', startAt, endAt, chairId, practitionerId }, monday)
      tx.record({ kind: 'write' })
    })
    booked++
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error
  }
}
console.log(JSON.stringify({ booked }))
await store.close()
