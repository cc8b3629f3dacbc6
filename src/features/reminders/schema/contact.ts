/** How patients reach the practice, in the settings of its reminders. */
import { answeredText, formatted, nullable, optional, textOrNull } from '../../../http/shape.ts'

const means = {
  phone: 'The phone number for patients, as people read it. Mails and the answer page show it.',
  address: 'The address of the practice, in one or more lines. Mails and the answer page show it.',
  replyTo: 'The e-mail address for answers to mails.',
}
const none = 'Null when it is not set.'

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
