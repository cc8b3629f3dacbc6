import { afterAll } from 'bun:test'
import { removeScratch } from './scratch.ts'

/** The test runner ends without an `exit` event, so this hook removes the scratch folder. */
afterAll(removeScratch)
