import { parseInstant } from '../time.ts'
import { isSameOccasion, type Notifiable, type Occasion, standsAsReminded } from './occasion.ts'

/** The answers that a patient can give by the link in a notice. */
export const patientAnswers = ['confirmed', 'cancel_requested'] as const
export type PatientAnswer = (typeof patientAnswers)[number]

/** A patient's answer as the appointment's metadata keeps it. */
interface KeptAnswer {
  readonly answer: PatientAnswer
  /** ISO 8601. */
  readonly at: string
}

type Metadata = Readonly<Record<string, unknown>>

/**
 * The states of an answer link. In the first two states the patient can answer, and the newest answer counts.
 * - `open`: the patient still has the appointment at this start, and has not answered.
 * - `answered`: the patient still has the appointment at this start, and has answered.
 * - `expired`: the appointment has begun.
 * - `changed`: the appointment was moved, deleted, or given to another patient.
 */
export type AnswerLinkState = 'open' | 'answered' | 'expired' | 'changed'

/** Whether the patient can answer, for the first time or again. */
export const isAnswerable = (state: AnswerLinkState): boolean => state === 'open' || state === 'answered'

/** The state of the link in a notice at this moment. `entry` is null when the appointment is gone. */
export function answerLinkState(
  notice: Occasion,
  entry: (Notifiable & { readonly metadata: Metadata }) | null,
  now: number,
): AnswerLinkState {
  if (now >= notice.startAt) return 'expired'
  if (!standsAsReminded(notice, entry)) return 'changed'
  return answerIn(entry.metadata) === null ? 'open' : 'answered'
}

/** The answer in an appointment's metadata with its time, or null. */
export const answerGiven = (metadata: Metadata): KeptAnswer | null =>
  (metadata.patientAnswer as KeptAnswer | undefined) ?? null

/** The answer in an appointment's metadata, or null. */
export const answerIn = (metadata: Metadata): PatientAnswer | null => answerGiven(metadata)?.answer ?? null

/** The metadata with this answer, which replaces an earlier answer. */
export const withAnswer = (metadata: Metadata, answer: KeptAnswer) => ({
  ...metadata,
  patientAnswer: answer,
})

/** The metadata after a change of the appointment. Another start time or patient removes the answer. */
export function withoutStaleAnswer(
  before: Notifiable & { readonly metadata: Metadata },
  after: Notifiable,
): Metadata {
  const { patientAnswer, ...rest } = before.metadata
  return isSameOccasion(before, after) || patientAnswer === undefined ? before.metadata : rest
}

/** When the patient answered, in epoch milliseconds. Null when there is no answer, or its time cannot be read. */
export const answeredAt = (metadata: Metadata): number | null =>
  parseInstant((metadata.patientAnswer as KeptAnswer | undefined)?.at ?? '') ?? null
