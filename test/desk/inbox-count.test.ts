/** Tests of the number at the link to the inbox, while the inbox is opened again. */
import { afterAll, expect, test } from 'bun:test'
import type { Inbox } from '../../src/desk/contract/names.ts'

const real = globalThis.fetch
const own = {
  fetch: () => new Promise<Response>(() => {}),
  location: { origin: 'http://desk.example', hash: '' },
  window: { addEventListener: () => undefined },
  document: { addEventListener: () => undefined },
}
Object.assign(globalThis, own)
const { counts } = await import('../../src/desk/screens/inbox/count.ts')
const { followInbox, inbox } = await import('../../src/desk/screens/inbox/state.ts')

afterAll(() => {
  for (const name of Object.keys(own)) Reflect.deleteProperty(globalThis, name)
  globalThis.fetch = real
})

const picture = (uncertain: number) => ({ items: [], counts: { uncertain } }) as unknown as Inbox

test('opening the inbox again does not replace newer counts with old counts', () => {
  inbox.show(picture(1))
  counts.show(picture(4).counts)
  const stop = followInbox()
  expect(counts.peek()).toEqual(picture(4).counts)
  inbox.show(picture(3))
  expect(counts.peek()).toEqual(picture(3).counts)
  stop()
})
