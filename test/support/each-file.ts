import { afterAll, mock, setDefaultTimeout } from 'bun:test'
import { emptyScratch } from './scratch.ts'

// One time limit for every test. It ends a test that hangs, and it is far longer than any test takes on a busy machine.
// When several files share a process, this call sets the limit for the first file only. So the script `test` of
// package.json sets the limit again.
setDefaultTimeout(300_000)

/**
 * A worker of the test runner calls this after each test file. So the next file finds no mocks and no scratch files of
 * this file.
 */
afterAll(() => {
  mock.restore()
  emptyScratch()
})
