import { Type } from '@sinclair/typebox'
import { patientAnswers } from '../../domain/reminders/answer.ts'
import { noticeChannels } from '../../domain/reminders/notice.ts'
import { visitChoices } from '../../domain/reminders/visit-ticket.ts'
import { nullable, oneOf, optional, shape } from '../../http/shape.ts'
import { languageIds } from '../../messages/languages.ts'

const token = Type.String({ maxLength: 200 })
const ticket = Type.String({ maxLength: 100 })

export const lookBody = shape({ token })
export const answerBody = shape({ token, ticket, answer: oneOf(visitChoices) })
export const ticketBody = shape({ token, ticket })

export const visitAnswer = shape({
  state: oneOf(['open', 'answered', 'cancelled', 'expired', 'changed', 'recall', 'invalid']),
  language: nullable(oneOf(languageIds)),
  practice: nullable(
    shape({ name: Type.String(), phone: nullable(Type.String()), address: nullable(Type.String()) }),
  ),
  when: nullable(shape({ date: Type.String(), time: Type.String(), minutes: Type.Number() })),
  answer: nullable(oneOf(patientAnswers)),
  own: nullable(shape({ date: Type.String(), time: Type.String(), moveAt: nullable(Type.String()) })),
  calendar: nullable(Type.String()),
  book: optional(Type.String()),
  messages: nullable(
    shape({ channel: oneOf(noticeChannels), wanted: Type.Boolean(), recall: optional(Type.Literal(true)) }),
  ),
  ticket: nullable(Type.String()),
  accepted: Type.Boolean(),
  next: nullable(Type.String()),
  waitMs: Type.Integer(),
})
