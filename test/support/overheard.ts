import { connect } from 'node:net'
import { lineServer } from './line-server.ts'

export interface Overheard extends AsyncDisposable {
  /** The port of this machine on which it listens. */
  readonly port: number
  /** Everything that clients have sent so far, as it went over the wire. */
  readonly heard: () => string
}

/**
 * Stands between a mail client and the server on `port`, and reads along. Where `strips` is true, it does as an
 * attacker would: it takes STARTTLS out of what the server offers, and refuses the command. `strips` has a value for
 * each connection in turn. The last value holds for all that follow.
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
