import { noticeChannels } from '../../../domain/reminders/notice.ts'
import { answeredText, namedShape, nullable, oneOf, optional, text } from '../../../http/shape.ts'

export const testBody = namedShape('SendTestMessage', 'How the test message is to reach you.', {
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

export const tested = namedShape('TestMessage', 'What became of a test message.', {
  outcome: oneOf(
    testOutcomes,
    'What became of the message. `delivered`: the mail server or text gateway took it. `refused`: it refused the address. `not_sent`: it did not take the message. `no_answer`: it gave no answer in time. `over_ceiling`: the practice has sent as many messages today as this installation allows. `log_only`: the service only logs what it would send. `not_set_up`: the service does not use this channel.',
  ),
  to: answeredText('The address or number that it went to.', 'zoe.muller@example.org'),
  error: nullable(
    answeredText('', 'smtp_535'),
    'What went wrong, as a short code like `lastError` of a reminder. Null when nothing did.',
  ),
})
