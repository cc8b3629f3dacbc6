import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { patientAnswers } from '../../domain/reminders/answer.ts'
import { readJson } from '../../http/body.ts'
import { answer } from '../../http/exchange.ts'
import type { LimitRate } from '../../http/rate-limit.ts'
import { oneOf, shape } from '../../http/shape.ts'
import { answerVisit, lookAtVisit, type VisitStore } from './actions.ts'

export interface VisitDeps {
  readonly store: VisitStore
  readonly limit: LimitRate
  readonly now: () => number
}

const token = Type.String({ maxLength: 200 })

/** Where the page behind a reminder's link asks what to show, and where it brings the answer. */
export const visitRoutes = ({ store, limit, now }: VisitDeps) =>
  new Elysia({ prefix: '/visit', detail: { hide: true } })
    .post(
      '/look',
      async ({ request, body }) => answer(request, await lookAtVisit(store, body.token, now())),
      {
        parse: [limit, readJson],
        body: shape({ token }),
      },
    )
    .post(
      '/answer',
      async ({ request, body }) => answer(request, await answerVisit(store, body.token, body.answer, now())),
      { parse: [limit, readJson], body: shape({ token, answer: oneOf(patientAnswers) }) },
    )
