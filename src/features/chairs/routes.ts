import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import { answers, bodyProblems, deleted } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf, ownerOf, ownersOnly } from '../../http/exchange.ts'
import { pathId, shape } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseChairs, createChair, deleteChair, editChair, readChair } from './actions.ts'
import { chair, chairList, createChairBody, updateChairBody } from './schema.ts'
import { viewChair } from './view.ts'

const params = shape({ chairId: pathId('chair', 'The chair.') })

/** Chairs (decisions "Records"): read by any member, written by owners. */
export const chairRoutes = ({ practices, now }: Deps) => {
  const read = (request: Request) => practices.of(callerOf(request).practiceId)
  const manage = (request: Request) => practices.of(ownerOf(request).practiceId)

  return new Elysia({ prefix: '/chairs', tags: ['Chairs'] })
    .get('', ({ request }) => answer(request, { chairs: browseChairs(read(request)).map(viewChair) }), {
      response: answers(200, chairList),
      detail: { summary: 'List chairs', description: 'By position.' },
    })
    .post(
      '',
      async ({ request, body, set }) => {
        const created = await createChair(manage(request), body, now())
        set.status = 201
        return answer(request, viewChair(created))
      },
      {
        parse: readJson,
        transform: ownersOnly,
        body: createChairBody,
        response: answers(201, chair, 'forbidden', ...bodyProblems),
        detail: { summary: 'Create a chair', description: 'Owners only.' },
      },
    )
    .get(
      '/:chairId',
      ({ request, params }) => answer(request, viewChair(readChair(read(request), lookupId(params.chairId)))),
      { params, response: answers(200, chair, 'not_found'), detail: { summary: 'Read a chair' } },
    )
    .patch(
      '/:chairId',
      async ({ request, params, body }) =>
        answer(request, viewChair(await editChair(manage(request), lookupId(params.chairId), body, now()))),
      {
        params,
        parse: readJson,
        transform: ownersOnly,
        body: updateChairBody,
        response: answers(200, chair, 'forbidden', 'not_found', ...bodyProblems),
        detail: { summary: 'Update a chair', description: 'Owners only.' },
      },
    )
    .delete(
      '/:chairId',
      async ({ request, params }) => {
        await deleteChair(manage(request), lookupId(params.chairId))
        return answer(request, { deleted: true as const })
      },
      {
        params,
        transform: ownersOnly,
        response: answers(200, deleted, 'forbidden', 'not_found', 'conflict'),
        detail: {
          summary: 'Delete a chair',
          description: 'Owners only. One that has entries cannot be deleted: set `active` to false instead.',
        },
      },
    )
}
