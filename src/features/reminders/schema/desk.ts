import { Type } from '@sinclair/typebox'
import { mostOnDesk } from '../../../domain/limits.ts'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  named,
  nullable,
  shape,
} from '../../../http/shape.ts'
import { patientContact } from '../../shared/patient-contact.ts'
import { channel, kind, reason } from './reminder.ts'

export const deskItem = named(
  'DeskItem',
  shape(
    {
      appointmentId: answeredId(
        'appointment',
        'The appointment. It may be gone when its cancellation failed.',
      ),
      patientId: nullable(answeredId('patient', 'The patient. Null once the patient is deleted.')),
      reminderId: nullable(
        answeredId('reminder', 'The reminder that failed or was sent last. Null when none was sent.'),
      ),
      patient: patientContact,
      startAt: answeredInstant('When the appointment starts, as the patient was or was to be told.'),
      channel: nullable(channel, 'How the reminder is delivered. Null when there is none.'),
      kind: nullable(kind, 'What the message says. Null when there is none.'),
      reason,
      retryable: answeredFlag('Whether the reminder may be tried again now.', true),
      explanation: answeredText(
        'What happened and what to do, in one English sentence.',
        'The mail service refused the e-mail address: ask the patient for the right one, correct it, and try again.',
      ),
    },
    { description: 'One patient whom the front desk has to see to.' },
  ),
)

const list = (description: string) =>
  shape(
    {
      items: Type.Array(deskItem, { description: `The soonest appointments first, at most ${mostOnDesk}.` }),
      more: answeredFlag('Whether there are more than are listed.', false),
    },
    { description },
  )

export const desk = named(
  'ReminderDesk',
  shape(
    {
      failed: list(
        'Messages for appointments ahead that were not sent. A message whose tries have failed for an hour is here, too. Its `reason` is null, and it is tried again.',
      ),
      uncertain: list('Messages for appointments ahead of which nobody knows whether they arrived.'),
      cancelRequested: list('Appointments ahead whose patient asked to cancel.'),
      unanswered: list(
        'Appointments of the next 72 hours whose reminder was sent, and whose patient has not answered.',
      ),
    },
    { description: 'What the front desk has to see to.' },
  ),
)
