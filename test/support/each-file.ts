import { afterAll, mock, setDefaultTimeout } from 'bun:test'
import { emptyScratch } from './scratch.ts'

// One limit for every test. It ends a test that hangs, and no busy machine comes near it. Where several files share a
// process, this holds for the first one only, so the script `test` of package.json sets the limit again.
setDefaultTimeout(300_000)

/** A worker of the runner calls this after each of its files. The next file finds nothing that this one left behind. */
afterAll(() => {
  mock.restore()
  emptyScratch()
})
