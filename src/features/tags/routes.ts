import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import { answers, bodyProblems, deleted } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf } from '../../http/exchange.ts'
import { pathId, shape } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseTags, createTag, deleteTag, editTag, readTag } from './actions.ts'
import { createTagBody, tag, tagList, updateTagBody } from './schema.ts'
import { viewTag } from './view.ts'

const params = shape({ tagId: pathId('tag', 'The tag.') })

/** Tags (decisions "Records"): any member may manage them. */
export const tagRoutes = ({ practices, now }: Deps) => {
  const practice = (request: Request) => practices.of(callerOf(request).practiceId)

  return new Elysia({ prefix: '/tags', tags: ['Tags'] })
    .get('', ({ request }) => answer(request, { tags: browseTags(practice(request)).map(viewTag) }), {
      response: answers(200, tagList),
      detail: { summary: 'List tags', description: 'By name.' },
    })
    .post(
      '',
      async ({ request, body, set }) => {
        set.status = 201
        return answer(request, viewTag(await createTag(practice(request), body, now())))
      },
      {
        parse: readJson,
        body: createTagBody,
        response: answers(201, tag, 'conflict', ...bodyProblems),
        detail: { summary: 'Create a tag' },
      },
    )
    .get(
      '/:tagId',
      ({ request, params }) => answer(request, viewTag(readTag(practice(request), lookupId(params.tagId)))),
      { params, response: answers(200, tag, 'not_found'), detail: { summary: 'Read a tag' } },
    )
    .patch(
      '/:tagId',
      async ({ request, params, body }) =>
        answer(request, viewTag(await editTag(practice(request), lookupId(params.tagId), body, now()))),
      {
        params,
        parse: readJson,
        body: updateTagBody,
        response: answers(200, tag, 'not_found', 'conflict', ...bodyProblems),
        detail: { summary: 'Update a tag' },
      },
    )
    .delete(
      '/:tagId',
      async ({ request, params }) => {
        await deleteTag(practice(request), lookupId(params.tagId))
        return answer(request, { deleted: true as const })
      },
      {
        params,
        response: answers(200, deleted, 'not_found'),
        detail: { summary: 'Delete a tag', description: 'Takes it off its patients.' },
      },
    )
}
