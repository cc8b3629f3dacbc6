import { createTransport, type SendMailOptions } from 'nodemailer'

/** One message to one person. The sender is the installation's own, `MAIL_FROM`. */
export type Mail = Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'attachments' | 'messageId'> & {
  readonly to: string
}

export interface Mailer {
  /** Resolves when the mail server has taken the message over. @throws what the server or the line said. */
  send(mail: Mail): Promise<void>
}

/** No step of a delivery may take longer, in milliseconds: a mail server that hangs must hold nobody up. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/**
 * Sends through a mail server. `url` is `smtp://` (which uses STARTTLS where it is offered) or `smtps://`, with
 * user and password when the server wants them; `from` is an address, with a name if so wished.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url, ...patience },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send({ to, ...mail }) {
      await transport.sendMail({ ...mail, to: { name: '', address: to } })
    },
  }
}
