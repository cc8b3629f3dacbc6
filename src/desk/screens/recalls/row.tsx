import { Button } from '../../base/button.tsx'
import { Icon } from '../../base/icon.tsx'
import { zone } from '../../base/me.ts'
import { hrefOf } from '../../base/route.ts'
import { sayMomentShort } from '../../base/time/moment.ts'
import { sayDate, sayDayOf } from '../../base/time/say.ts'
import type { RecallItem } from '../../contract/names.ts'
import { offeredType } from '../../live/appointment-types.ts'
import { whoDid } from '../../live/known-names.ts'
import { Contact } from '../../parts/contact.tsx'
import { nameOf } from '../../parts/patient/name.ts'
import { known } from '../../words/known.ts'
import { words } from '../../words/words.ts'
import { openBooking } from '../booking/open.tsx'
import { canMessage, mostMessages, noteUnanswered, sendMessages } from './acts.ts'
import { openPutOff } from './put-off.tsx'

/** A line for a patient who is due: since when, the calls and messages so far, and the acts. */
export function Row({ item }: { readonly item: RecallItem }) {
  const { recalls: w } = words.value
  const name = nameOf(item)
  return (
    <li class="waiting-item">
      <div class="waiting-what">
        <p class="waiting-who">
          <a href={hrefOf('patients', item.patientId)}>{name}</a>
        </p>
        <p class="waiting-since">
          {item.due.map(({ appointmentTypeId, dueOn, lastVisitAt }) => (
            <span key={appointmentTypeId}>
              {w.due(
                offeredType(appointmentTypeId)?.name ?? w.visit,
                sayDate(dueOn, 'dated'),
                sayDayOf(lastVisitAt, zone(), 'dated'),
              )}
            </span>
          ))}
        </p>
        <Told item={item} />
      </div>
      <div class="waiting-acts">
        {item.patient && <Contact {...item.patient} name={name} />}
        <Button label={w.bookFor(name)} onClick={() => bookDue(item)}>
          {w.book}
        </Button>
        {canMessage(item) && (
          <Button icon="mail" label={w.messageTo(name)} onClick={() => void sendMessages([item])}>
            {w.message}
          </Button>
        )}
        <Button label={w.unansweredBy(name)} onClick={() => void noteUnanswered(item)}>
          {w.unanswered}
        </Button>
        <Button label={w.saidBy(name)} onClick={() => openPutOff(item)}>
          {w.said}
        </Button>
      </div>
    </li>
  )
}

/** Opens the booking of the appointment type that is due. When such a visit is done, the patient is no longer due. */
const bookDue = ({ patientId, due: [first] }: RecallItem) =>
  openBooking({ patientId, ...(first && { appointmentTypeId: first.appointmentTypeId }) })

/** The calls, messages and answers since the last visit. */
function Told({
  item: { contacts, messagesSent, nextMessageAt, recallConsent },
}: {
  readonly item: RecallItem
}) {
  const { recalls: w } = words.value
  const [last] = contacts
  const calls = contacts.filter(({ kind }) => kind === 'unanswered').length
  return (
    <p class="waiting-wish">
      {calls > 0 && <span>{w.calls(calls)}</span>}
      {messagesSent > 0 && <span>{w.sent(messagesSent, mostMessages)}</span>}
      {nextMessageAt !== null && (
        <span class="badge good">
          <Icon name="mail" />
          {w.next(sayMomentShort(nextMessageAt))}
        </span>
      )}
      {last && (
        <span>
          {w.last(known(w.kinds, last.kind, ''), whoDid(last.createdBy), sayMomentShort(last.createdAt))}
        </span>
      )}
      {last?.note && <span>{last.note}</span>}
      {!recallConsent && <span class="soft">{w.noConsent}</span>}
    </p>
  )
}
