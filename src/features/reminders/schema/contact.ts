/** How patients reach the practice, in the settings of its reminders. */
import { answeredText, formatted, nullable, optional, textOrNull } from '../../../http/shape.ts'

const means = {
  phone: 'The phone number for patients, as people read it. It stands in mails and on the answer page.',
  address: 'The address of the practice, in one or more lines. It stands in mails and on the answer page.',
  replyTo: 'The e-mail address that answers to mails go to.',
}
const none = 'Null when there is none.'

const examples = {
  phone: '030 1234567',
  address: 'Lindenplatz 1, 10969 Berlin',
  replyTo: 'praxis@example.org',
}

/** The contact details in a request. */
export const givenContact = {
  phone: optional(textOrNull(60, `${means.phone} ${none}`, examples.phone)),
  address: optional(textOrNull(200, `${means.address} ${none}`, examples.address)),
  replyTo: optional(
    nullable(formatted('email', `${means.replyTo} Null for the address that sends them.`, examples.replyTo)),
  ),
}

/** The contact details in an answer. */
export const contactFields = {
  phone: nullable(answeredText(`${means.phone} ${none}`, examples.phone)),
  address: nullable(answeredText(`${means.address} ${none}`, examples.address)),
  replyTo: nullable(answeredText(`${means.replyTo} Null for the address that sends them.`, examples.replyTo)),
}
