import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import { answers, bodyProblems, deleted } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf } from '../../http/exchange.ts'
import { pathId, readQueryInstant, shape } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { bookEntry, browseEntries, cancelEntry, readEntry, rescheduleEntry } from './actions.ts'
import { createEntryBody, entry, entryList, entryListQuery, updateEntryBody } from './schema.ts'
import { viewEntry } from './view.ts'

const params = shape({ appointmentId: pathId('appointment', 'The calendar entry.') })

/** Contract §4.3: open to every member, owner or assistant. */
export const appointmentRoutes = ({ practices, now }: Deps) => {
  const practice = (request: Request) => practices.of(callerOf(request).practiceId)

  return new Elysia({ prefix: '/appointments', tags: ['Appointments'] })
    .get(
      '',
      ({ request, query }) => {
        const [from, to] = [readQueryInstant(query.from)!, readQueryInstant(query.to)!]
        const chairId = query.chairId === undefined ? undefined : lookupId(query.chairId)
        return answer(request, {
          appointments: browseEntries(practice(request), from, to, chairId).map(viewEntry),
        })
      },
      {
        query: entryListQuery,
        response: answers(200, entryList, 'validation_failed'),
        detail: {
          summary: 'List calendar entries',
          description:
            'Those whose `startAt` lies in [`from`, `to`), by start. One that started before and still runs is not among them.',
        },
      },
    )
    .post(
      '',
      async ({ request, body, set }) => {
        const { userId } = callerOf(request)
        const booked = await bookEntry(practice(request), userId, body, now())
        set.status = 201
        return answer(request, viewEntry(booked))
      },
      {
        parse: readJson,
        body: createEntryBody,
        response: answers(201, entry, 'conflict', ...bodyProblems),
        detail: {
          summary: 'Book an entry',
          description:
            'An appointment, a reminder or an unavailable block. 409 names every entry that is in the way on the chair. Touching at a boundary is no overlap.',
        },
      },
    )
    .get(
      '/:appointmentId',
      ({ request, params }) =>
        answer(request, viewEntry(readEntry(practice(request), lookupId(params.appointmentId)))),
      { params, response: answers(200, entry, 'not_found'), detail: { summary: 'Read an entry' } },
    )
    .patch(
      '/:appointmentId',
      async ({ request, params, body }) =>
        answer(
          request,
          viewEntry(await rescheduleEntry(practice(request), lookupId(params.appointmentId), body, now())),
        ),
      {
        params,
        parse: readJson,
        body: updateEntryBody,
        response: answers(200, entry, 'not_found', 'conflict', ...bodyProblems),
        detail: {
          summary: 'Change an entry',
          description:
            'Any subset of the create fields; null clears. The overlap rule is checked again for the chair, type and times that come out.',
        },
      },
    )
    .delete(
      '/:appointmentId',
      async ({ request, params }) => {
        await cancelEntry(practice(request), lookupId(params.appointmentId), now())
        return answer(request, { deleted: true as const })
      },
      {
        params,
        response: answers(200, deleted, 'not_found'),
        detail: { summary: 'Delete an entry', description: 'Cancels any reminder scheduled for it.' },
      },
    )
}
