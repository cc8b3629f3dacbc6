import type { Socket } from 'node:net'
import { lineServer } from '../../support/line-server.ts'

/** The steps of a delivery at which a mail server can behave strangely. `message` is the end of the message. */
export const steps = ['greeting', 'EHLO', 'STARTTLS', 'MAIL', 'RCPT', 'DATA', 'message'] as const
export type Step = (typeof steps)[number]

/** The behaviour of a server at a step, instead of the usual reply. */
export type Act =
  | { readonly says: string }
  | { readonly after: number }
  | 'hang'
  | 'hang up'
  /** The next two values are for the end of the message. The server first stores the message. */
  | 'keep and hang'
  | 'keep and hang up'

export type Script = Partial<Record<Step, Act>>

export interface ScriptedMail extends AsyncDisposable {
  readonly url: string
  /** The messages that the server stored, with their headers. */
  readonly kept: string[]
  /** The number of connections to the server. */
  readonly connections: () => number
}

const usual: Readonly<Record<Step, string>> = {
  greeting: '220 mail.example ESMTP',
  EHLO: '250-mail.example\r\n250-ENHANCEDSTATUSCODES\r\n250 8BITMIME',
  STARTTLS: '454 4.7.0 TLS not available',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 End data with <CR><LF>.<CR><LF>',
  message: '250 2.0.0 Ok: queued',
}

/** A mail server that follows a script. `script` is called once for each connection, with its number from 0. */
export async function scriptedMail(script: (connection: number) => Script): Promise<ScriptedMail> {
  const kept: string[] = []
  let connections = 0
  const server = await lineServer((socket) => converse(socket, script(connections++), kept))
  return {
    url: server.url,
    kept,
    connections: () => connections,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function converse(socket: Socket, script: Script, kept: string[]): void {
  let heard = ''
  let message: string | undefined
  let silent = false

  const act = (step: Step) => {
    const what = script[step] ?? { says: usual[step] }
    const replyTo = (says: string) => {
      if (/^2(00|5)/.test(says) && step === 'message') kept.push(message!)
      if (step === 'message') message = undefined
      if (/^354/.test(says)) message = ''
      const offers = step === 'EHLO' && script.STARTTLS ? says.replace('8BITMIME', 'STARTTLS') : says
      socket.write(`${offers}\r\n`)
      // The client now starts TLS, and the server sends no answer.
      if (step === 'STARTTLS' && /^220/.test(says)) silent = true
    }
    if (typeof what === 'object') {
      if ('says' in what) replyTo(what.says)
      else setTimeout(() => replyTo(usual[step]), what.after)
      return
    }
    if (what.startsWith('keep')) kept.push(message!)
    silent = true
    if (what.endsWith('hang up')) socket.destroy()
  }

  act('greeting')
  socket.on('data', (chunk) => {
    if (silent) return
    heard += String(chunk)
    for (;;) {
      const end = heard.indexOf(message === undefined ? '\r\n' : '\r\n.\r\n')
      if (end < 0) return
      const text = heard.slice(0, end)
      heard = heard.slice(end + (message === undefined ? 2 : 5))
      if (message !== undefined) {
        message = text
        act('message')
        continue
      }
      const step = steps.find((known) => text.toUpperCase().startsWith(known))
      if (step !== undefined) act(step)
      else if (/^QUIT/i.test(text)) socket.end('221 2.0.0 Bye\r\n')
      else socket.write('502 5.5.2 Command not recognized\r\n')
    }
  })
}
