/**
 * The process that the drill kills. It delivers to webhooks as the server's loop does. Its only argument is a `Life`.
 */
import { openDatabase } from '../../db/open.ts'
import { publicPost } from '../../src/delivery/public-post.ts'
import { webhookKeys } from '../../src/delivery/webhook-signature.ts'
import { webhookSender } from '../../src/jobs/webhooks.ts'
import { createStore } from '../../src/store/store.ts'

export interface Life {
  readonly path: string
  /** The address of the receiver, and the certificate authority that issued its certificate. */
  readonly address: string
  readonly authority: string
  /**
   * How far the clock of the process is ahead, in milliseconds. It is so far ahead that the leases of killed processes
   * have ended.
   */
  readonly ahead: number
}

const { path, address, authority, ahead } = JSON.parse(process.argv[2]!) as Life
const store = createStore(openDatabase(path))
const sender = webhookSender({
  store,
  post: publicPost({ networks: ['127.0.0.0/8'], resolve: async () => [address], ca: authority }),
  sign: webhookKeys(new Uint8Array(32)).sign,
  now: () => Date.now() + ahead,
  chance: Math.random,
  report(error) {
    throw error
  },
  tellStopped() {
    throw new Error('a webhook was switched off')
  },
})
for (;;) {
  await sender.tick()
  await sender.idle()
  await Bun.sleep(5)
}
