/** A client of one practice that moves. It keeps a ledger of all acknowledged changes. */
import { repeating } from '../../src/client/repeating.ts'
import type { MovablePractice } from '../cells/moving.ts'

/** Writes and reads in one practice, and keeps all acknowledged changes. */
export function ledgerClient(practice: MovablePractice, url: () => string, pauseMs: number) {
  const ledger = new Map<string, string>()
  const refusedMs: number[] = []
  const reads = { frozen: 0 }
  let times: number[] = []
  let ended = false
  let firstRefusal = 0
  const send = repeating(async (request) => {
    const began = performance.now()
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    headers.set('host', practice.host)
    const body = request.method === 'GET' ? undefined : await request.text()
    const response = await fetch(`${url()}${pathname}${search}`, {
      method: request.method,
      headers,
      ...(body !== undefined && { body }),
    })
    if (response.ok) times.push(performance.now() - began)
    if (response.status === 503 && request.method === 'GET') reads.frozen++
    if (response.status === 503 && request.method !== 'GET') firstRefusal ||= began
    return response
  })
  const ask = async (method: string, path: string, body?: object) => {
    const response = await send(
      new Request(`http://${practice.host}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${practice.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    // biome-ignore lint/suspicious/noExplicitAny: the answers have many shapes
    const content: any = await response.json()
    if (!response.ok)
      throw new Error(
        `${practice.host}, ${method} ${path} at ${url()}: ${response.status} ${JSON.stringify(content)} ${JSON.stringify([...response.headers])}`,
      )
    return content.data
  }
  const working = (async () => {
    for (let i = 0; !ended; i++) {
      const lastName = `Patient ${i}`
      const { id } = await ask('POST', '/patients', { firstName: 'A', lastName })
      if (firstRefusal > 0) refusedMs.push(performance.now() - firstRefusal)
      firstRefusal = 0
      ledger.set(lastName, id)
      await Bun.sleep(pauseMs)
      if ((await ask('GET', `/patients/${id}`)).lastName !== lastName)
        throw new Error('another patient was read')
      await Bun.sleep(pauseMs)
    }
  })()
  return {
    refusedMs,
    reads,
    takeTimes() {
      const taken = times
      times = []
      return taken
    },
    async end() {
      ended = true
      await working
    },
    /** Compares the ledger with the patients of the practice. */
    async compare() {
      const found = new Map<string, string[]>()
      for (let offset = 0; ; offset += 200) {
        const { patients } = await ask('GET', `/patients?limit=200&offset=${offset}`)
        for (const { id, lastName } of patients) found.set(lastName, [...(found.get(lastName) ?? []), id])
        if (patients.length < 200) break
      }
      const missing = [...ledger].filter(([name, id]) => !found.get(name)?.includes(id)).length
      const doubled = [...found.values()].filter((ids) => ids.length > 1).length
      return { acknowledged: ledger.size, missing, doubled }
    },
  }
}
