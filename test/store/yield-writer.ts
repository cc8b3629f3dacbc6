/** Writes a beat, then begins many at once and is killed between two of them: `yield-writer.ts <database>`. */
import { openDatabase } from '../../db/open.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'

const database = openDatabase(process.argv[2]!)
const store = createStore(database)
await store.installation.beat(1)
const practice = store.practices.of('nobody', byTest)
// A clock that only the write moves, by more than a piece of the writer's work.
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
