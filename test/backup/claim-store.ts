import type { Replica } from '../../src/config.ts'

/** The state of a store that holds the claim on a backup. */
interface Held {
  text: string | null
  /** Whether the store obeys conditions, ignores them, or answers 501 to them. */
  conditions: 'obeyed' | 'ignored' | 'refused'
  /** How long ago the object was written, in seconds. */
  agoSeconds: number
}

/** An S3 store with one object in it: the claim of a server with failover. */
export function claimStore() {
  const held: Held = { text: null, conditions: 'obeyed', agoSeconds: 0 }
  const tag = () => (held.text === null ? null : `"${Bun.hash(held.text)}"`)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const [match, none] = [request.headers.get('if-match'), request.headers.get('if-none-match')]
      const isRead = request.method === 'GET'
      if (isRead && held.text === null) return new Response('', { status: 404 })
      if (!isRead) {
        const text = await request.text()
        const isMet = (match === null || match === tag()) && (none === null || held.text === null)
        const asks = match !== null || none !== null
        if (asks && held.conditions === 'refused') return new Response('', { status: 501 })
        if (held.conditions === 'obeyed' && !isMet) return new Response('', { status: 412 })
        Object.assign(held, { text, agoSeconds: 0 })
      }
      const now = Date.now()
      const date = new Date(now).toUTCString()
      const written = new Date(now - held.agoSeconds * 1_000).toUTCString()
      return new Response(isRead ? held.text : '', {
        headers: { etag: tag()!, date, 'last-modified': written },
      })
    },
  })
  const environment = {
    REPLICA_URL: 's3://clinics/one',
    REPLICA_ENDPOINT: `http://127.0.0.1:${server.port}`,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  }
  const replicaAt = (databasePath: string): Replica => ({
    program: '',
    databasePath,
    publicUrl: undefined,
    failover: true,
    environment,
  })
  return { state: held, environment, replicaAt, [Symbol.dispose]: () => void server.stop(true) }
}
