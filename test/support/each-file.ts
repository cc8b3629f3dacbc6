import { afterAll, setDefaultTimeout } from 'bun:test'
import { removeScratch } from './scratch.ts'

// One limit for every test. It ends a test that hangs, and no busy machine comes near it. Where several files share a
// process, this holds for the first one only, so the script `test` of package.json sets the limit again.
setDefaultTimeout(300_000)

/** The test runner ends without an `exit` event, so this hook removes the scratch folder. */
afterAll(removeScratch)
