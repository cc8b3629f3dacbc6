/** The texts of an item of the inbox, in the language of the desk. */
import { sayMomentShort } from '../../base/time/moment.ts'
import type { InboxItem } from '../../contract/names.ts'
import { chairName, memberName } from '../../live/known-names.ts'
import { nameOf } from '../../parts/patient/name.ts'
import { sayMessage } from '../../parts/say-message.ts'
import { words } from '../../words/words.ts'

/** The name of an item: its patient. A flood of online bookings has no patient, so its name is “online booking”. */
export const sayName = (item: InboxItem): string =>
  item.kind === 'online_flood' ? words.value.inbox.onlineBooking : nameOf(item)

/** A text about what happened, and what to do. */
export function sayItem(item: InboxItem): string {
  const { says } = words.value.inbox
  if (item.message !== null) return sayMessage(item.message)
  switch (item.kind) {
    case 'fits_gap': {
      const { startAt, endAt, chairId } = item.fit!
      const minutes = (Date.parse(endAt) - Date.parse(startAt)) / 60_000
      return says.fits_gap(minutes, chairName(chairId), sayMomentShort(startAt))
    }
    case 'displaced': {
      const { warning, practitionerId } = item.displaced!
      return warning.code === 'closed'
        ? says.closed(warning.name ?? '')
        : says.practitioner_away(
            memberName(practitionerId) ?? words.value.booking.theMember,
            warning.name ?? '',
          )
    }
    case 'cancel_requested':
    case 'unanswered':
    case 'online_request':
    case 'online_patient':
    case 'online_flood':
      return says[item.kind]
    case 'webhook_stopped':
      return says.webhook_stopped(item.heading ?? '')
    default:
      return item.heading ?? ''
  }
}
