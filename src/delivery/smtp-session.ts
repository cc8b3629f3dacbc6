import { connect } from 'node:net'
import { Readable } from 'node:stream'
import type { SMTPTransportOptions, Transporter } from 'nodemailer'
import type { SmtpWaits } from './smtp-waits.ts'

/** One delivery to a mail server: how long the delivery may wait, and how far it is. */
interface SmtpSession {
  /** Settings of the transport by which the session follows the delivery. */
  readonly options: Pick<
    SMTPTransportOptions,
    'getSocket' | 'logger' | 'transactionLog' | 'connectionTimeout' | 'greetingTimeout' | 'socketTimeout'
  >
  /** A signal that is aborted when a wait takes too long, or with the signal of the caller. */
  readonly signal: AbortSignal
  /** Whether the server may have the whole message. */
  handedOver(): boolean
  /** Lets the session notice when the message has been read to its end. */
  follow(transport: Transporter): void
  /** Ends the present wait. */
  end(): void
}

/** Nodemailer's own limits count several steps together, which is too short for a server that is slow at each step. */
const never = 24 * 60 * 60_000

/**
 * Begins a session. The first wait starts now. `owns` is called before the message is sent, and before its end is sent.
 * When it returns false, the connection is cut, and the mail server drops the unfinished message (RFC 5321 §4.1.1.4).
 */
export function smtpSession(
  waits: SmtpWaits,
  caller?: AbortSignal,
  owns: () => boolean = () => true,
): SmtpSession {
  const tooLong = new AbortController()
  const signal = AbortSignal.any(caller ? [caller, tooLong.signal] : [tooLong.signal])
  let timer: Timer | undefined
  let handedOver = false
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => tooLong.abort(), ms)
  }
  wait(waits.connectMs)

  function requireOwned(): void {
    if (owns()) return
    tooLong.abort()
    throw new Error('this server is no longer sure that it owns its practices')
  }

  /** The end of the message is read after the server has accepted DATA, and before the final dot is sent. */
  async function* toTheEnd(message: Readable) {
    requireOwned()
    yield* message
    requireOwned()
    handedOver = true
    wait(waits.acceptMs)
  }

  const getSocket: NonNullable<SMTPTransportOptions['getSocket']> = (options, done) => {
    const { host = 'localhost', secure = false } = options
    const socket = connect({ host, port: Number(options.port ?? (secure ? 465 : 587)) })
    signal.addEventListener('abort', () => socket.destroy(new Error('the delivery took too long')))
    const notThere = (error: Error) => done(error, false)
    socket.once('error', notThere)
    socket.once('connect', () => {
      socket.off('error', notThere)
      wait(waits.replyMs)
      done(null, { connection: socket })
    })
  }

  /** Nodemailer logs each complete reply. So a server that sends one byte at a time gets no more time. */
  const debug = ({ tnx }: { tnx?: string }) => {
    if (tnx === 'server') wait(waits.replyMs)
  }

  return {
    options: {
      getSocket,
      logger: { trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore },
      transactionLog: true,
      connectionTimeout: never,
      greetingTimeout: never,
      socketTimeout: never,
    },
    signal,
    handedOver: () => handedOver,
    follow(transport) {
      transport.use('stream', ({ message }, next) => {
        const read = message.createReadStream.bind(message)
        message.createReadStream = (options) => Readable.from(toTheEnd(read(options)), { objectMode: false })
        next()
      })
    },
    end: () => clearTimeout(timer),
  }
}

const ignore = () => undefined
