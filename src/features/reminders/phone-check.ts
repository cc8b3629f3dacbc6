import type { Static } from '@sinclair/typebox'
import { internationalPhone } from '../../delivery/phone.ts'
import { found } from '../../domain/problem.ts'
import { decideNumber } from '../../domain/reminders/due.ts'
import { phoneReasons } from '../../domain/reminders/notice.ts'
import { answeredFlag, answeredText, namedShape, nullable, oneOf, optional, text } from '../../http/shape.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import type { Deps } from '../shared/deps.ts'
import { allowedCountriesOf, readSettings } from './settings.ts'

/** The reasons why no text message is sent to a number. */
const noTextReasons = ['no_phone', ...phoneReasons] as const

const phoneCheckBody = namedShape('CheckPhone', 'The number and the country of a patient, as in a form.', {
  phoneMobile: text(1000, 'The mobile number, as it was written. Empty when there is none.', '0151 23456789'),
  country: optional(
    nullable(
      text(
        1000,
        'The country of the patient: its ISO 3166-1 code, or its name in English or in the language of the messages. When left out, the country of the practice counts.',
        'Germany',
      ),
    ),
  ),
})

const phoneCheck = namedShape('PhoneCheck', 'Whether a text message to a number would be sent.', {
  dialled: nullable(
    answeredText(
      'The number that text messages would go to, with its country code (E.164). Null when no text message would go out.',
      '+4915123456789',
    ),
  ),
  country: nullable(
    answeredText(
      'The country of the number (ISO 3166-1). Null when the number cannot be read, and for numbers that belong to no country.',
      'DE',
    ),
  ),
  allowed: answeredFlag('Whether the practice sends text messages to that country.', true),
  reason: nullable(
    oneOf(
      noTextReasons,
      'Why no text message would go out, with the reasons of a reminder. Null when a text message would go out.',
      'landline',
    ),
  ),
})

/**
 * Returns the international number that a text message would be sent to, or why none would be sent (RULES §6). Every
 * member may call this route. It stores nothing.
 */
export const phoneCheckRoute = ({ route }: Deps) =>
  route(
    {
      id: 'checkPhone',
      tag: 'Patients',
      summary: 'See which number would be texted',
      description:
        'Returns the number that a text message would go to, or why no text message would go out. The service stores nothing. The consent of the patient does not count here.',
      body: phoneCheckBody,
      answer: phoneCheck,
      afterwards: 'It writes nothing.',
    },
    ({ practice, body }) => checkPhone(practice, body),
  )

function checkPhone(
  practice: Practice,
  { phoneMobile, country = null }: Static<typeof phoneCheckBody>,
): Static<typeof phoneCheck> {
  const { timezone } = found(findPractice(practice.read))
  const settings = readSettings(practice)
  const allowedCountries = allowedCountriesOf(practice, settings)
  const phone = internationalPhone(phoneMobile, country, timezone)
  const decision = decideNumber(phone, allowedCountries)
  const of = phone === null || phone.number === null ? null : phone.country
  const reason = decision.do === 'send' ? null : decision.reason
  const dialled = decision.do === 'send' ? decision.to : null
  return { dialled, country: of, allowed: of !== null && allowedCountries.includes(of), reason }
}
