import { mostChairs } from '../../domain/limits.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseChairs, createChair, deleteChair, editChair, readChair } from './actions.ts'
import { chair, chairList, createChairBody, updateChairBody } from './schema.ts'
import { viewChair } from './view.ts'

const ids = { chairId: pathId('chair', 'The chair.') }

/** Chairs (RULES §2.4): every member reads them, owners write them. */
export const chairRoutes = tagged('Chairs', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listChairs',
      summary: 'List chairs',
      description: 'Lists every chair, active or not, by position.',
      answer: chairList,
      streams: true,
    },
    ({ practice }) => ({ chairs: browseChairs(practice).map(viewChair) }),
  ),

  create: route(
    {
      id: 'createChair',
      summary: 'Create a chair',
      description: `Owners only. Without \`position\`, the chair is the last in the list. 409 when another chair of the practice has this name; case does not count. Also 409 when there are ${mostChairs} chairs.`,
      who: 'owner',
      body: createChairBody,
      answer: chair,
      status: 201,
      problems: ['conflict'],
    },
    ({ practice, body }) => createChair(practice, body, now()),
    viewChair,
  ),

  read: route(
    {
      id: 'getChair',
      summary: 'Read a chair',
      description: 'Reads one chair, active or not.',
      ids,
      answer: chair,
    },
    ({ practice, ids }) => viewChair(readChair(practice, ids.chairId)),
  ),

  update: route(
    {
      id: 'updateChair',
      summary: 'Update a chair',
      description:
        'Owners only. Fields that are left out stay as they are. 409 when another chair of the practice has this name; case does not count.',
      who: 'owner',
      ids,
      body: updateChairBody,
      answer: chair,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids, body }) => editChair(practice, ids.chairId, body, now()),
    viewChair,
  ),

  remove: route(
    {
      id: 'deleteChair',
      summary: 'Delete a chair',
      description:
        'Owners only. 409 when the chair has entries: set `active` to false instead. An owner can bring a deleted chair back.',
      who: 'owner',
      ids: { chairId: pathId('unusedChair', 'The chair. It must have no entries.') },
      answer: deletion,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids }) => deleteChair(practice, ids.chairId, now()),
    () => deleted,
  ),
}))
