import { noticeChannels } from '../../../domain/reminders/notice.ts'
import { answeredText, namedShape, nullable, oneOf, optional, text } from '../../../http/shape.ts'

export const testBody = namedShape('SendTestMessage', 'The channel and the number of the test message.', {
  channel: oneOf(noticeChannels, 'How the message is delivered.'),
  to: optional({
    ...nullable(
      text(1_000),
      'The number for a text message, such as `+49 151 23456789`. Null for an e-mail, which goes to your own address.',
    ),
    examples: [null],
  }),
})

/** What became of a test message. */
const testOutcomes = [
  'delivered',
  'refused',
  'not_sent',
  'no_answer',
  'over_ceiling',
  'log_only',
  'not_set_up',
] as const
export type TestOutcome = (typeof testOutcomes)[number]

export const tested = namedShape('TestMessage', 'The result of a test message.', {
  outcome: oneOf(
    testOutcomes,
    'The result. `delivered`: the mail server or text gateway accepted the message. `refused`: it refused the address. `not_sent`: it did not accept the message. `no_answer`: it gave no answer in time. `over_ceiling`: the practice has sent as many messages today as this installation allows. `log_only`: the service only logs the message. `not_set_up`: the service does not use this channel.',
  ),
  to: answeredText('The address or number of the test message.', 'zoe.muller@example.org'),
  error: nullable(
    answeredText('', 'smtp_535'),
    'The error, as a short code like `lastError` of a reminder. Null without an error.',
  ),
})
