import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { visitAnswers } from '../../domain/visit.ts'
import { readJson } from '../../http/body.ts'
import { answer } from '../../http/exchange.ts'
import { oneOf, shape } from '../../http/shape.ts'
import { languages } from '../../messages/languages.ts'
import { answerVisit, lookAtVisit, spoken, type Visit, type VisitStore } from './actions.ts'

const token = Type.String({ maxLength: 200 })

/** Where the page behind a reminder's link asks what to show, and where it brings the answer. */
export const visitRoutes = ({ store, now }: { store: VisitStore; now: () => number }) => {
  const view = (request: Request, visit: Visit) => {
    const language = spoken(visit, request.headers.get('accept-language'))
    const { state, when, answer: given } = visit
    return answer(request, { state, when, answer: given, language, words: languages[language].page })
  }
  return new Elysia({ prefix: '/visit', detail: { hide: true } })
    .post('/look', async ({ request, body }) => view(request, await lookAtVisit(store, body.token, now())), {
      parse: readJson,
      body: shape({ token }),
    })
    .post(
      '/answer',
      async ({ request, body }) => view(request, await answerVisit(store, body.token, body.answer, now())),
      { parse: readJson, body: shape({ token, answer: oneOf(visitAnswers) }) },
    )
}
