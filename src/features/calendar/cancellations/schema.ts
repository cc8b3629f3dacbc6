import { answeredId, answeredInstant, named, shape } from '../../../http/shape.ts'
import { cancellationFields, cancellingFields } from '../cancellation-schema.ts'
import { entry } from '../entry-schema.ts'

export const cancelBody = named(
  'CancelAppointment',
  shape(cancellingFields, { description: 'Why an appointment is cancelled, and whose wish it was.' }),
)

export const cancellation = named(
  'Cancellation',
  shape(
    {
      ...entry.properties,
      ...cancellationFields,
      cancelledAt: answeredInstant('When it was cancelled.', '2030-03-25T16:00:00.000Z'),
      cancelledBy: answeredId('member', 'The member who cancelled it.'),
    },
    { description: 'A cancelled appointment: the entry as it was, and why it was cancelled.' },
  ),
)
