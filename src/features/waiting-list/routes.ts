import { lookupId } from '../../domain/id.ts'
import { mostWaiting } from '../../domain/limits.ts'
import { invalid } from '../../domain/problem.ts'
import { type Interval, parseInstant } from '../../domain/time.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import { patientsIn } from '../../http/sights.ts'
import { bookedEntry, viewBooked } from '../calendar/warnings.ts'
import type { Deps } from '../shared/deps.ts'
import {
  bookWaiting,
  browseWaiting,
  createWaiting,
  deleteWaiting,
  editWaiting,
  readWaiting,
} from './actions.ts'
import {
  bookWaitingBody,
  createWaitingBody,
  updateWaitingBody,
  waiting,
  waitingListAnswer,
  waitingQuery,
} from './schema.ts'
import { viewWaiting, viewWaitingItem } from './view.ts'

const ids = { waitingId: pathId('waiting', 'The item on the waiting list.') }

/** The waiting list for free times (RULES §26), open to every member. */
export const waitingListRoutes = tagged('Front desk', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listWaiting',
      summary: 'List who waits for a free time',
      description:
        'Lists the patients in the order in which to call them: by urgency, then by how long they wait. With `fits`, the list has only patients whom a visit in that free time suits, each with the first start. The service books nothing.',
      query: waitingQuery,
      answer: waitingListAnswer,
      streams: true,
    },
    ({ practice, query, saw }) => {
      const filter = {
        gap: query.fits === undefined ? undefined : readGap(query.fits),
        chairId: query.chairId === undefined ? undefined : lookupId(query.chairId),
      }
      const { waiting, more } = browseWaiting(practice, filter, now())
      saw({ patients: patientsIn(waiting.map(({ row }) => row)), often: true })
      return { waiting: waiting.map(viewWaitingItem), more }
    },
  ),

  create: route(
    {
      id: 'createWaiting',
      summary: 'Put a patient on the waiting list',
      description: `A patient may be on the list more than once. 409 when there are ${mostWaiting} items on the list.`,
      body: createWaitingBody,
      answer: waiting,
      status: 201,
      problems: ['conflict'],
    },
    ({ practice, caller, body }) => createWaiting(practice, caller.userId, body, now()),
    viewWaiting,
  ),

  read: route(
    {
      id: 'getWaiting',
      summary: 'Read what a patient waits for',
      description: 'Reads one item of the waiting list.',
      ids,
      answer: waiting,
    },
    ({ practice, ids, saw }) => {
      const row = readWaiting(practice, ids.waitingId)
      saw({ patients: [row.patientId], record: { kind: 'waiting', id: row.id } })
      return viewWaiting(row)
    },
  ),

  update: route(
    {
      id: 'updateWaiting',
      summary: 'Change what a patient waits for',
      description:
        'Fields that are left out stay as they are. The patient and the beginning of the wait cannot be changed.',
      ids,
      body: updateWaitingBody,
      answer: waiting,
      conditional: true,
    },
    ({ practice, ids, body }) => editWaiting(practice, ids.waitingId, body, now()),
    viewWaiting,
  ),

  remove: route(
    {
      id: 'deleteWaiting',
      summary: 'Take a patient off the waiting list',
      description: 'An owner can bring the item back.',
      ids,
      answer: deletion,
      conditional: true,
    },
    ({ practice, ids }) => deleteWaiting(practice, ids.waitingId, now()),
    () => deleted,
  ),

  book: route(
    {
      id: 'bookWaiting',
      summary: 'Book a visit for somebody who waits',
      description:
        'Books an appointment and takes the patient off the list, both or neither. `warnings` names the closures that touch the appointment. A conflict (409) says what is in the way, and the patient stays on the list. When two members book the same item at once, the second gets 404.',
      ids,
      body: bookWaitingBody,
      answer: bookedEntry,
      status: 201,
      problems: ['conflict'],
    },
    ({ practice, caller, ids, body }) => bookWaiting(practice, caller.userId, ids.waitingId, body, now()),
    viewBooked,
  ),
}))

const hour = 3_600_000
/** The free time in a query is at most this long, in hours. No visit takes longer than a day. */
const mostHours = 48

/**
 * The free time in a query, `start/end`. The plus sign of an offset often arrives as a space.
 * @throws `validation_failed` when the text is not a time, does not run forward, or has more than 48 hours.
 */
function readGap(fits: string): Interval {
  const parts = fits.replaceAll(' ', '+').split('/')
  const [startAt, endAt] = parts.map(parseInstant)
  if (parts.length !== 2 || startAt === undefined || endAt === undefined)
    throw refused('must be two instants with Z or an offset, as start/end')
  if (endAt <= startAt) throw refused('must end after it starts')
  if (endAt - startAt > mostHours * hour) throw refused(`must have at most ${mostHours} hours`)
  return { startAt, endAt }
}

const refused = (message: string) => invalid([{ path: 'fits', message }])
