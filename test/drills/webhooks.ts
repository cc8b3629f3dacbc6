import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { createWebhook } from '../../src/features/webhooks/actions.ts'
import { insertTag } from '../../src/store/patients/tags.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { newDatabasePath } from '../support/server.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'
import { drillPractice } from './practice.ts'
import type { Life } from './webhook-process.ts'

/** How many changes are written at the same time. */
const atOnce = 500
const leaseMs = 61_000

/**
 * Changes records, and sends their events to a receiver. Meanwhile the delivering process is killed again and again.
 * Between two kills, a random number of events arrives.
 * @throws when an event is missing, arrives before an earlier event, or is repeated with other bytes.
 */
export async function webhooksDrill({ events, kills }: { readonly events: number; readonly kills: number }) {
  const path = newDatabasePath()
  await drillPractice({ DATABASE_PATH: path })
  const store = createStore(openDatabase(path))
  const [owner] = store.identity.membersByEmail('owner@example.org')
  const practice = store.practices.of(owner!.practiceId, byTest)
  const bodies = new Map<string, string>()
  let [repeated, last] = [0, 0]
  let killAt = Number.POSITIVE_INFINITY
  const faults: string[] = []
  let life: ReturnType<typeof begin> | undefined
  await using receiver = await webhookReceiver(({ id, body }) => {
    const known = bodies.get(id)
    const seq = Number(id.split('.')[1])
    if (known === undefined && seq !== last + 1 && last !== 0) faults.push(`${id} came after ${last}`)
    if (known !== undefined && known !== body) faults.push(`${id} came again with other bytes`)
    if (known === undefined) [last] = [seq]
    else repeated++
    bodies.set(id, body)
    receiver.got.length = 0
    if (bodies.size >= killAt || faults.length > 0) {
      killAt = Number.POSITIVE_INFINITY
      life?.kill('SIGKILL')
    }
    return new Response(null, { status: 204 })
  })
  await createWebhook(practice, { url: receiver.url }, Date.now())
  const began = performance.now()
  for (let written = 0; written < events; written += atOnce)
    await practice.write((tx) => {
      for (let i = written; i < Math.min(events, written + atOnce); i++) {
        const now = Date.now()
        insertTag(tx, {
          id: newId(now),
          name: `Tag ${i}`,
          color: null,
          alert: false,
          createdAt: now,
          updatedAt: now,
        })
      }
      tx.record({ kind: 'write' })
    })
  for (let killed = 0; killed <= kills && faults.length === 0; killed++) {
    const left = events - bodies.size
    killAt =
      killed === kills
        ? Number.POSITIVE_INFINITY
        : bodies.size + 1 + Math.random() * (left / (kills - killed + 1))
    life = begin({ path, ...receiver.way, ahead: killed * leaseMs })
    if (killed < kills) await life.exited
  }
  while (bodies.size < events && faults.length === 0)
    await Promise.race([
      Bun.sleep(20),
      life!.exited.then(() => Promise.reject(new Error('the process ended'))),
    ])
  life!.kill('SIGKILL')
  await life!.exited
  await store.close()
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join(', '))
  return { events: bodies.size, kills, repeated, seconds: Math.round((performance.now() - began) / 1_000) }
}

const begin = (life: Life) =>
  Bun.spawn([process.execPath, `${import.meta.dir}/webhook-process.ts`, JSON.stringify(life)], {
    stdout: 'inherit',
    stderr: 'inherit',
  })
