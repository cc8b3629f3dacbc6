import { answeredText, describedShape, listOf, nullable } from '../../http/shape.ts'

const meaning = 'The patient as they are now. Null when the patient was deleted.'
const contact = {
  firstName: answeredText('First name.', 'Zoé'),
  lastName: answeredText('Last name.', 'Müller'),
  phoneMobile: nullable(
    answeredText('The mobile number, as it was written. Null when there is none.', '+49 151 23456789'),
  ),
  email: nullable(answeredText('The e-mail address. Null when there is none.', 'zoe.muller@example.org')),
}

/** A patient's name, and how to reach them. */
export const patientContact = nullable(describedShape(meaning, contact))

/** The names of the tags that the team must know before a visit. */
export const patientAlerts = listOf(
  answeredText('Name of a tag.', 'Latex allergy'),
  'The tags of the patient that are alerts, by name.',
)

/** A patient's name, how to reach them, and what to know before a visit. */
export const patientToBook = nullable(describedShape(meaning, { ...contact, alerts: patientAlerts }))
