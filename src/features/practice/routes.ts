import { Elysia } from 'elysia'
import { answers, bodyProblems } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf, ownerOf, ownersOnly } from '../../http/exchange.ts'
import type { Deps } from '../shared/deps.ts'
import { practice, updatePracticeBody } from '../shared/practice-schema.ts'
import { viewPractice } from '../shared/practice-view.ts'
import { editPractice, readPractice } from './actions.ts'

/** Practice settings (decisions "Records"): read by any member, written by owners. */
export const practiceRoutes = ({ practices, now }: Deps) =>
  new Elysia({ prefix: '/practice', tags: ['Practice'] })
    .get(
      '',
      ({ request }) =>
        answer(request, viewPractice(readPractice(practices.of(callerOf(request).practiceId)))),
      {
        response: answers(200, practice),
        detail: {
          summary: 'Read the practice settings',
          description: 'What the practice has not set shows the default that stands in for it.',
        },
      },
    )
    .patch(
      '',
      async ({ request, body }) =>
        answer(
          request,
          viewPractice(await editPractice(practices.of(ownerOf(request).practiceId), body, now())),
        ),
      {
        parse: readJson,
        transform: ownersOnly,
        body: updatePracticeBody,
        response: answers(200, practice, 'forbidden', 'conflict', ...bodyProblems),
        detail: {
          summary: 'Change the practice settings',
          description: 'Owners only. A pack is replaced whole; it must keep every status that patients have.',
        },
      },
    )
