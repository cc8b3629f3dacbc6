import { expect, spyOn, test } from 'bun:test'
import { askPatiently } from '../../src/pages/patient-page/ask-patiently.ts'
import { thrownBy } from '../support/rejection.ts'

const answering = (statuses: readonly [status: number, code: string][]) => {
  const answers = statuses.map(([status, code]) => Response.json({ error: { code } }, { status }))
  return spyOn(globalThis, 'fetch').mockImplementation(
    (async () => answers.shift() ?? Response.json({ data: { seen: true } })) as never,
  )
}
/** Replaces `setTimeout`, so that each pause ends at once. */
const noPause = () =>
  spyOn(globalThis, 'setTimeout').mockImplementation(((go: () => void) => void queueMicrotask(go)) as never)

test("§36 The page behind a patient's link repeats a request while the practice moves to another server.", async () => {
  using fetches = answering([
    [503, 'unavailable'],
    [421, 'misdirected'],
  ])
  using _ = noPause()
  expect(await askPatiently('look', {}, () => undefined)).toEqual({ seen: true } as never)
  expect(fetches).toHaveBeenCalledTimes(3)
})

test('the page of a patient stops after five failed tries, and at once when the server refuses', async () => {
  using _ = noPause()
  {
    using fetches = answering(Array(9).fill([421, 'misdirected']))
    expect(await thrownBy(askPatiently('look', {}, () => undefined))).toThrow('No request got through')
    expect(fetches).toHaveBeenCalledTimes(5)
  }
  using fetches = answering([[404, 'not_found']])
  expect(await thrownBy(askPatiently('look', {}, () => undefined))).toThrow('not_found')
  expect(fetches).toHaveBeenCalledTimes(1)
})
