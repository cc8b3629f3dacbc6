import { type Static, Type } from '@sinclair/typebox'
import { onlineModes } from '../../domain/appointment-type.ts'
import { longestAnswer } from '../../domain/online-booking.ts'
import { noticeChannels } from '../../domain/reminders/notice.ts'
import {
  answeredId,
  answeredInstant,
  answeredNumber,
  answeredText,
  describedShape,
  filledText,
  flag,
  formatted,
  givenId,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  query,
  shape,
  text,
  unchecked,
} from '../../http/shape.ts'
import { languageIds } from '../../messages/languages.ts'

/** The name of the practice in a path. */
export const slugInPath = {
  slug: unchecked({
    type: 'string',
    description: 'The `slug` of the practice, from its settings.',
    examples: ['lindenplatz'],
  }),
}

const known =
  'Whether the visitor says that they have been here before. The type has a separate rule for each case.'
const practitioner = nullable(
  describedShape('The member who treats.', {
    id: answeredId('colleague', 'The id of the member.'),
    name: answeredText('The name of the member.', 'Dr. Noor Haddad'),
  }),
  'The member who treats. Null when no member is named.',
)
const time = {
  startAt: answeredInstant('When the time starts.'),
  endAt: answeredInstant('When the time ends.', '2030-03-26T08:30:00.000Z'),
  practitioner,
}
const inBoth = (description: string, en: string, de: string) =>
  shape({ en: answeredText('In English.', en), de: answeredText('In German.', de) }, { description })
const inSome = (description: string) =>
  shape(
    {
      en: optional(answeredText('In English.', 'Please bring your insurance card.')),
      de: optional(answeredText('In German.', 'Bitte bringen Sie Ihre Versichertenkarte mit.')),
    },
    { description },
  )
const mode = (modes: readonly (typeof onlineModes)[number][], description: string) =>
  oneOf(modes, description)
const howBooked = 'How the time is booked: by a `request` that a member accepts, or at once (`instant`).'

const bookableType = describedShape('A kind of appointment that can be booked online.', {
  id: answeredId('appointmentType', 'The id of the type.'),
  name: inBoth('The name that patients read.', 'Check-up', 'Kontrolle'),
  durationMinutes: answeredNumber('The usual length in minutes.', 30),
  instructions: nullable(inSome('What patients should know before they come.')),
  questions: listOf(
    answeredText('A question.', 'What is it about?'),
    'The questions that patients answer when they book.',
  ),
  cancelUntilMinutes: answeredNumber(
    'Until how many minutes before the start patients may move or cancel the appointment.',
    1_440,
  ),
  newPatients: mode(onlineModes, 'How people book who have not been here before.'),
  knownPatients: mode(onlineModes, 'How people book who have been here before.'),
})

export const bookingPage = namedShape('BookingPage', 'The practice, and what can be booked online there.', {
  practice: describedShape('The practice.', {
    name: answeredText('The name of the practice.', 'Zahnarztpraxis am Lindenplatz'),
    timezone: answeredText('The IANA time zone of the practice.', 'Europe/Berlin'),
    language: oneOf(languageIds, 'The language of messages of the practice.'),
    phone: nullable(
      answeredText('The telephone number of the practice. Null when it is not set.', '+49 30 1234567'),
    ),
    address: nullable(
      answeredText('The address of the practice. Null when it is not set.', 'Lindenplatz 1, 10115 Berlin'),
    ),
  }),
  codesBy: listOf(oneOf(noticeChannels, 'A channel.'), 'The channels by which the service can send a code.'),
  appointmentTypes: listOf(bookableType, 'The types, in the order of the practice.'),
})

export const offersQuery = query({
  appointmentTypeId: formatted('uuid', 'The kind of appointment.'),
  known: oneOf(['true', 'false'], known),
  from: optional(
    formatted('date', "The first day, in the practice's time zone. Today when left out.", '2030-03-26'),
  ),
  practitionerId: optional(formatted('uuid', 'Only times with this member.')),
})

export const offeredTimes = namedShape(
  'OfferedTimes',
  'The next days with times that can be booked online.',
  {
    mode: mode(['request', 'instant'], howBooked),
    days: listOf(
      describedShape('A day with times.', {
        date: answeredText('The day, in the time zone of the practice.', '2030-03-26'),
        times: listOf(describedShape('A time that can be chosen.', time), 'The times, by start.'),
      }),
      'At most five days, in order.',
    ),
    nextFrom: nullable(
      answeredText(
        'The `from` of the next request for later days. Null when there are no later days.',
        '2030-04-02',
      ),
    ),
  },
)

const secret = Type.String({ maxLength: 100, description: 'The secret of the hold.', examples: ['ch_…'] })

export const holdBody = namedShape('HoldTime', 'The time that a visitor chooses.', {
  appointmentTypeId: givenId('appointmentType', 'The kind of appointment.'),
  startAt: formatted('date-time', 'When the time starts.', '2030-03-26T09:00:00+01:00'),
  practitionerId: nullable(
    givenId('colleague', ''),
    'The member of the chosen time. Null when the time names no member.',
  ),
  known: flag(known, false),
  insteadOf: optional({
    ...secret,
    description: 'The secret of an earlier hold of this visitor, which is released.',
  }),
})
export type HoldBody = Static<typeof holdBody>

export const heldTime = namedShape('HeldTime', 'A time that is held for ten minutes.', {
  secret: answeredText('The secret of the hold, which is shown once.', 'ch_…'),
  mode: mode(['request', 'instant'], howBooked),
  ...time,
  expiresAt: answeredInstant('When the hold ends.', '2030-03-25T08:10:00.000Z'),
})

export const codeBody = namedShape(
  'SendCode',
  'Where to send the code: to an e-mail address or to a mobile number, and not to both.',
  {
    secret,
    email: optional({ ...formatted('email', 'An e-mail address.'), maxLength: 1_000 }),
    phone: optional(text(100, 'A mobile number.')),
    language: oneOf(languageIds, 'The language of the message.'),
  },
  {
    rule: ({ email, phone }: { readonly email?: string; readonly phone?: string }) =>
      (email === undefined) === (phone === undefined)
        ? [{ path: '', message: 'must have either email or phone' }]
        : [],
    examples: [{ secret: 'ch_…', email: 'zoe@example.org', language: 'en' }],
  },
)
export type CodeBody = Static<typeof codeBody>

export const codeSent = namedShape(
  'CodeSent',
  'The request for a code was accepted. The answer does not show whether a code was sent.',
  {
    channel: oneOf(noticeChannels, 'The channel.'),
    expiresAt: answeredInstant('When the hold ends.', '2030-03-25T08:10:00.000Z'),
  },
)

const name = (description: string, example: string) =>
  filledText(200, `${description} Trimmed; not empty.`, example)

export const confirmBody = namedShape('ConfirmHold', 'The code, and who comes.', {
  secret,
  code: Type.String({ pattern: '^[0-9]{6}$', description: 'The six digits.', examples: ['123456'] }),
  firstName: name('The first name.', 'Zoé'),
  lastName: name('The last name.', 'Müller'),
  dob: formatted('date', 'The date of birth.', '1987-04-23'),
  answers: listOf(
    text(longestAnswer, 'An answer. Empty when the visitor does not answer the question.', 'Pain'),
    'The answers to the questions of the type, in their order.',
    { maxItems: 3 },
  ),
})
export type ConfirmBody = Static<typeof confirmBody>

export const confirmed = namedShape('ConfirmedTime', 'The booking or the request.', {
  state: oneOf(
    ['booked', 'requested', 'closed'],
    'Whether the time is booked or waits for the practice. `closed`: the practice declined the request or did not answer in time, or the appointment was cancelled.',
  ),
  ...time,
  decidedBy: nullable(
    answeredInstant(
      'When a request ends without a decision. Null for a booking.',
      '2030-03-25T08:00:00.000Z',
    ),
  ),
})
