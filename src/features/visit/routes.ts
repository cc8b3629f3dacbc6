import { Type } from '@sinclair/typebox'
import { patientAnswers } from '../../domain/reminders/answer.ts'
import type { LimitRate } from '../../http/rate-limit.ts'
import { openRoute } from '../../http/route.ts'
import { nullable, oneOf, shape } from '../../http/shape.ts'
import { languageIds } from '../../messages/languages.ts'
import { answerVisit, lookAtVisit, type VisitStore } from './actions.ts'

export interface VisitDeps {
  readonly store: VisitStore
  readonly limit: LimitRate
  readonly now: () => number
}

const token = Type.String({ maxLength: 200 })

const visit = shape({
  state: oneOf(['open', 'answered', 'expired', 'changed', 'invalid']),
  language: nullable(oneOf(languageIds)),
  when: nullable(shape({ practice: Type.String(), date: Type.String(), time: Type.String() })),
  answer: nullable(oneOf(patientAnswers)),
})

/** The page behind a reminder's link asks here what to show, and brings the patient's answer here (RULES §6). */
export const visitRoutes = ({ store, limit, now }: VisitDeps) => ({
  look: openRoute({ limit, body: shape({ token }), answer: visit }, ({ body }) =>
    lookAtVisit(store, body.token, now()),
  ),

  answer: openRoute(
    { limit, body: shape({ token, answer: oneOf(patientAnswers) }), answer: visit },
    ({ body }) => answerVisit(store, body.token, body.answer, now()),
  ),
})
