import { connect } from 'node:net'
import { lineServer } from './line-server.ts'

export interface Overheard extends AsyncDisposable {
  /** The port of this machine on which the relay listens. */
  readonly port: number
  /** All bytes that clients have sent so far, as text. */
  readonly heard: () => string
}

/**
 * A relay between a mail client and the server on `port`, which records the client's bytes. When `strips` is true, the
 * relay acts as an attacker: it removes STARTTLS from the server's offer, and refuses the command. `strips` has a value
 * for each connection, in order. The last value applies to all later connections.
 */
export async function overheard(port: number, ...strips: boolean[]): Promise<Overheard> {
  const sent: Buffer[] = []
  const line = await lineServer((client) => {
    const strip = strips.length > 1 ? strips.shift() : strips[0]
    const onward = connect(port, '127.0.0.1')
    onward.on('error', () => undefined)
    onward.on('close', () => client.destroy())
    client.on('close', () => onward.destroy())
    client.on('data', (chunk) => {
      sent.push(Buffer.from(chunk))
      if (strip && /^STARTTLS\r\n/i.test(String(chunk))) client.write('454 TLS not available\r\n')
      else onward.write(chunk)
    })
    onward.on('data', (chunk) => {
      client.write(strip ? String(chunk).replace('STARTTLS', 'XXXXXXXA') : chunk)
    })
  })
  return {
    port: Number(new URL(line.url).port),
    heard: () => Buffer.concat(sent).toString('latin1'),
    [Symbol.asyncDispose]: () => line[Symbol.asyncDispose](),
  }
}
