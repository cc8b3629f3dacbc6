import { mostTags } from '../../domain/limits.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseTags, createTag, deleteTag, editTag, readTag } from './actions.ts'
import { createTagBody, tagList, tag as tagSchema, updateTagBody } from './schema.ts'
import { viewTag } from './view.ts'

const ids = { tagId: pathId('tag', 'The tag.') }

/** Tags (RULES §2.4). Any member may manage them. */
export const tagRoutes = tagged('Tags', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listTags',
      summary: 'List tags',
      description: 'Lists every tag of the practice, by name.',
      answer: tagList,
      streams: true,
    },
    ({ practice }) => ({ tags: browseTags(practice).map(viewTag) }),
  ),

  create: route(
    {
      id: 'createTag',
      summary: 'Create a tag',
      description: `409 when a tag of the practice has this name; case does not count. Also 409 when the practice has ${mostTags.toLocaleString('en')} tags.`,
      body: createTagBody,
      answer: tagSchema,
      status: 201,
      problems: ['conflict'],
    },
    ({ practice, body }) => createTag(practice, body, now()),
    viewTag,
  ),

  read: route(
    {
      id: 'getTag',
      summary: 'Read a tag',
      description: 'Reads one tag of the practice.',
      ids,
      answer: tagSchema,
    },
    ({ practice, ids }) => viewTag(readTag(practice, ids.tagId)),
  ),

  update: route(
    {
      id: 'updateTag',
      summary: 'Update a tag',
      description: '409 when another tag of the practice has this name; case does not count.',
      ids,
      body: updateTagBody,
      answer: tagSchema,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids, body }) => editTag(practice, ids.tagId, body, now()),
    viewTag,
  ),

  remove: route(
    {
      id: 'deleteTag',
      summary: 'Delete a tag',
      description: 'Takes the tag off every patient who has it. An owner can bring the tag back.',
      ids,
      answer: deletion,
      conditional: true,
    },
    ({ practice, ids }) => deleteTag(practice, ids.tagId, now()),
    () => deleted,
  ),
}))
