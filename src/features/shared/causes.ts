import type { NoticeChannel } from '../../domain/reminders/notice.ts'

/** How people at the desk call what belongs to a channel. */
export const words: Readonly<
  Record<NoticeChannel, Readonly<Record<'message' | 'address' | 'service', string>>>
> = {
  email: { message: 'e-mail', address: 'e-mail address', service: 'mail service' },
  sms: { message: 'text message', address: 'mobile number', service: 'text service' },
}

/** How a sentence about a failed delivery goes on after "because", for each code of a delivery (`lastError`). */
export function causeOf(channel: NoticeChannel, error: string): string {
  const { service } = words[channel]
  if (/^(timeout|no_answer)$/.test(error)) return `the ${service} did not answer`
  if (error === 'unreachable') return `the ${service} was unreachable`
  if (/^(no_tls|tls_failed)$/.test(error)) return `the ${service} has no safe connection`
  if (/^(smtp_53[0458]|http_40[13])$/.test(error)) return `the ${service} refused our sign-in`
  if (error === 'http_402') return `our ${service} has no money left`
  if (/^(smtp_4\d\d|http_(408|425|429|5\d\d))$/.test(error)) return `the ${service} was too busy`
  if (/^(smtp|http)_/.test(error)) return `the ${service} refused the message`
  return 'something went wrong in chairside'
}
