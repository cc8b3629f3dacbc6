import { type Notifiable, wantsNotice } from './plan.ts'

export const patientAnswers = ['confirmed', 'cancel_requested'] as const
export type PatientAnswer = (typeof patientAnswers)[number]

/** What a patient answered to a reminder, as it is kept in the appointment's metadata. */
interface KeptAnswer {
  readonly answer: PatientAnswer
  /** ISO 8601. */
  readonly at: string
}

type Metadata = Readonly<Record<string, unknown>>

/** `expired`: it has begun. `changed`: it was moved, called off, or is another patient's by now. */
export type AnswerLinkState = 'open' | 'answered' | 'expired' | 'changed'

/** How the appointment that a patient was reminded of stands; `entry` is null when it is gone. */
export function answerLinkState(
  reminder: { readonly patientId: string; readonly startAt: number },
  entry: (Notifiable & { readonly metadata: Metadata }) | null,
  now: number,
): AnswerLinkState {
  if (now >= reminder.startAt) return 'expired'
  const same =
    wantsNotice(entry) && entry.patientId === reminder.patientId && entry.startAt === reminder.startAt
  if (!same) return 'changed'
  return answerIn(entry.metadata) === null ? 'open' : 'answered'
}

export const answerIn = (metadata: Metadata): PatientAnswer | null =>
  (metadata.patientAnswer as KeptAnswer | undefined)?.answer ?? null

export const withAnswer = (metadata: Metadata, answer: KeptAnswer) => ({
  ...metadata,
  patientAnswer: answer,
})

/** An answer is to one time of one patient's appointment: it does not outlive a move. */
export function withoutStaleAnswer(
  before: Notifiable & { readonly metadata: Metadata },
  after: Notifiable,
): Metadata {
  const { patientAnswer, ...rest } = before.metadata
  const stands = before.startAt === after.startAt && before.patientId === after.patientId
  return stands || patientAnswer === undefined ? before.metadata : rest
}
