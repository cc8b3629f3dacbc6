import { givenId, listOf, namedShape, optional, query, queryInstant } from '../../../http/shape.ts'
import { dateTime, entry } from '../entry-schema.ts'

export const entryListQuery = query({
  from: queryInstant(`The start of the window, inclusive. ${dateTime}`, '2030-03-26T00:00:00+01:00'),
  to: queryInstant(`The end of the window, exclusive. ${dateTime}`, '2030-03-27T00:00:00+01:00'),
  chairId: optional(givenId('chair', 'Only entries on this chair. An unknown chair has no entries.')),
  practitionerId: optional(
    givenId('colleague', 'Only entries of this practitioner. An unknown practitioner has no entries.'),
  ),
  patientId: optional(
    givenId('patient', 'Only entries about this patient. An unknown patient has no entries.'),
  ),
})

export const entryList = namedShape('AppointmentList', 'The calendar entries that start in a window.', {
  appointments: listOf(entry, 'The entries, by start and then by id.'),
})
