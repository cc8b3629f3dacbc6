/**
 * Writes a beat of the installation. Then it begins several writes in one transaction, and kills itself between two of
 * them: `yield-writer.ts <database>`.
 */
import { openDatabase } from '../../db/open.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'

const database = openDatabase(process.argv[2]!)
const store = createStore(database)
await store.installation.beat(1)
const practice = store.practices.of('nobody', byTest)
// Only the write moves this clock. One step is longer than the writer works without a pause.
let clock = performance.now()
performance.now = () => clock
void store.installation.beat(2)
void practice.write(() => {
  clock += 1
  setImmediate(() => {
    console.log(JSON.stringify({ isOpen: database.inTransaction }))
    process.kill(process.pid, 'SIGKILL')
  })
})
await Promise.all([3, 4].map((n) => store.installation.beat(n)))
