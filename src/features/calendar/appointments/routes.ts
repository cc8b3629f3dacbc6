import { lookupId } from '../../../domain/id.ts'
import { deleted, deletion } from '../../../http/answers.ts'
import { pagesOf } from '../../../http/pages.ts'
import { tagged } from '../../../http/route.ts'
import { pathId, readQueryInstant } from '../../../http/shape.ts'
import { patientsIn } from '../../../http/sights.ts'
import type { EntryRow } from '../../../store/calendar/entries.ts'
import type { Deps } from '../../shared/deps.ts'
import { createEntryBody, entry, updateEntryBody } from '../entry-schema.ts'
import { viewEntry } from '../entry-view.ts'
import { bookedEntry, viewBooked } from '../warnings.ts'
import { bookEntry, browseEntries, deleteEntry, editEntry, readEntry } from './actions.ts'
import { entryList, entryListQuery } from './schema.ts'

const ids = { appointmentId: pathId('appointment', 'The calendar entry.') }

/** Calendar entries (RULES §4.3), open to every member, owner or assistant. */
export const appointmentRoutes = tagged('Appointments', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listAppointments',
      summary: 'List calendar entries',
      description:
        'Lists the entries with a `startAt` in [`from`, `to`), sorted by start. An entry that started before `from` is left out, even if it still runs.',
      query: entryListQuery,
      answer: entryList,
      streams: true,
    },
    ({ practice, query, saw }) => {
      const [from, to] = [readQueryInstant(query.from)!, readQueryInstant(query.to)!]
      const id = (text: string | undefined) => (text === undefined ? undefined : lookupId(text))
      const { chairId, patientId, practitionerId } = query
      const filters = {
        chairId: id(chairId),
        patientId: id(patientId),
        practitionerId: id(practitionerId),
      }
      const seen = (page: readonly EntryRow[]) => saw({ patients: patientsIn(page), often: true })
      return {
        appointments: pagesOf(() => browseEntries(practice, from, to, filters), viewEntry, seen),
      }
    },
  ),

  book: route(
    {
      id: 'bookAppointment',
      summary: 'Book an entry',
      description:
        'Books an appointment, a reminder or an unavailable block. A conflict (409) says how many entries are in the way, and names the first 100. Entries that only touch do not overlap. An appointment inside a closure is allowed, and `warnings` names the closure.',
      body: createEntryBody,
      answer: bookedEntry,
      status: 201,
      problems: ['conflict'],
    },
    ({ practice, caller, body }) => bookEntry(practice, caller.userId, body, now()),
    viewBooked,
  ),

  read: route(
    {
      id: 'getAppointment',
      summary: 'Read an entry',
      description: 'Reads one entry of the calendar, of any type.',
      ids,
      answer: entry,
    },
    ({ practice, ids, saw }) => {
      const row = readEntry(practice, ids.appointmentId)
      saw({ patients: patientsIn([row]), record: { kind: 'appointment', id: row.id } })
      return viewEntry(row)
    },
  ),

  update: route(
    {
      id: 'updateAppointment',
      summary: 'Change an entry',
      description:
        'Takes any subset of the create fields; null clears a field. When an entry gets another patient, its `title`, `color`, `serviceRef`, `notes` and `appointmentTypeId` are cleared unless the request sends them. They may be about the first patient. The overlap rule is checked again for the resulting chair, type and times. `warnings` is about the resulting entry.',
      ids,
      body: updateEntryBody,
      answer: bookedEntry,
      conditional: true,
      problems: ['conflict'],
    },
    ({ practice, ids, body }) => editEntry(practice, ids.appointmentId, body, now()),
    viewBooked,
  ),

  remove: route(
    {
      id: 'deleteAppointment',
      summary: 'Delete an entry',
      description:
        'Also cancels any reminder that is scheduled for the entry. An owner can bring the entry back.',
      ids,
      answer: deletion,
      conditional: true,
    },
    ({ practice, ids }) => deleteEntry(practice, ids.appointmentId, now()),
    () => deleted,
  ),
}))
