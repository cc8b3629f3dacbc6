import { type Remindable, wantsReminder } from './plan.ts'

export const visitAnswers = ['confirmed', 'cancel_requested'] as const
export type VisitAnswer = (typeof visitAnswers)[number]

/** What a patient answered to a reminder, as it is kept in the appointment's metadata. */
interface PatientAnswer {
  readonly answer: VisitAnswer
  /** ISO 8601. */
  readonly at: string
}

type Metadata = Readonly<Record<string, unknown>>

/** `expired`: it has begun. `changed`: it was moved, called off, or is another patient's by now. */
export type VisitState = 'open' | 'answered' | 'expired' | 'changed'

/** How the appointment that a patient was reminded of stands; `entry` is null when it is gone. */
export function visitState(
  reminder: { readonly patientId: string; readonly startAt: number },
  entry: (Remindable & { readonly metadata: Metadata }) | null,
  now: number,
): VisitState {
  if (now >= reminder.startAt) return 'expired'
  const same =
    wantsReminder(entry) && entry.patientId === reminder.patientId && entry.startAt === reminder.startAt
  if (!same) return 'changed'
  return answerIn(entry.metadata) === null ? 'open' : 'answered'
}

export const answerIn = (metadata: Metadata): VisitAnswer | null =>
  (metadata.patientAnswer as PatientAnswer | undefined)?.answer ?? null

export const withAnswer = (metadata: Metadata, answer: PatientAnswer) => ({
  ...metadata,
  patientAnswer: answer,
})

/** An answer is to one time of one patient's appointment: it does not outlive a move. */
export function withoutStaleAnswer(
  before: Remindable & { readonly metadata: Metadata },
  after: Remindable,
): Metadata {
  const { patientAnswer, ...rest } = before.metadata
  const stands = before.startAt === after.startAt && before.patientId === after.patientId
  return stands || patientAnswer === undefined ? before.metadata : rest
}
