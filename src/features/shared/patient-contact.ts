import { answeredText, describedShape, nullable } from '../../http/shape.ts'

/** A patient's name, and how to reach them. */
export const patientContact = nullable(
  describedShape('The patient as they are now. Null when the patient was deleted.', {
    firstName: answeredText('First name.', 'Zoé'),
    lastName: answeredText('Last name.', 'Müller'),
    phoneMobile: nullable(
      answeredText('The mobile number, as it was written. Null when there is none.', '+49 151 23456789'),
    ),
    email: nullable(answeredText('The e-mail address. Null when there is none.', 'zoe.muller@example.org')),
  }),
)
