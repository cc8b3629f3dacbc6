/** One line of the inbox: the patient, what happened, and the acts. */
import type { VNode } from 'preact'
import { Button } from '../../base/button.tsx'
import { Icon } from '../../base/icon.tsx'
import { isOwner, zone } from '../../base/me.ts'
import { hrefOf } from '../../base/route.ts'
import { sayMomentShort } from '../../base/time/moment.ts'
import { dateOf } from '../../base/time/say.ts'
import type { InboxItem } from '../../contract/names.ts'
import { Contact } from '../../parts/contact.tsx'
import { keepPlace } from '../../parts/keep-place.ts'
import { Alerts } from '../../parts/patient/alerts.tsx'
import { words } from '../../words/words.ts'
import { openBooking } from '../booking/open.tsx'
import { AlsoOffered } from '../waiting-list/also-offered.tsx'
import { bookFit } from '../waiting-list/book.ts'
import { accept, acceptElsewhere, cancel, compare, decline, markDone, noteComes, sendAgain } from './acts.ts'
import { openCall } from './call-dialog.tsx'
import { Calls } from './calls.tsx'
import { DisplacedActs } from './displaced.tsx'
import { sayItem, sayName } from './say-item.ts'
import { inbox, paintGone } from './state.ts'

export const Item = ({ item }: { readonly item: InboxItem }) => (
  <li class={`inbox-item ${item.kind}`} data-item={item.recordId}>
    <div class="inbox-what">
      <p class="inbox-who">
        <Name item={item} />
        {item.startAt !== null && item.appointmentId !== null && <When item={item} startAt={item.startAt} />}
      </p>
      <Alerts names={item.patient?.alerts ?? []} id={alertsOf(item)} />
      <p>{sayItem(item)}</p>
      {item.fit && <AlsoOffered item={item} fit={item.fit} among={inbox.value?.items ?? []} />}
      <Calls item={item} />
    </div>
    <div class="inbox-acts">
      {item.patient && <Contact {...item.patient} name={sayName(item)} />}
      {item.patient && (
        <Button
          icon="phone"
          label={words.value.inbox.calledOf(sayName(item))}
          onClick={() => void openCall(item)}
        >
          {words.value.inbox.called}
        </Button>
      )}
      <Act item={item} />
      <Button
        icon="check"
        label={
          item.kind === 'displaced'
            ? words.value.inbox.staysOf(sayName(item))
            : words.value.inbox.doneWith(sayName(item))
        }
        {...(item.kind !== 'displaced' && { title: words.value.inbox.doneSays })}
        onClick={(event) => keepPlace(event.currentTarget, () => void markDone(item))}
      >
        {item.kind === 'displaced' ? words.value.inbox.stays : words.value.inbox.done}
      </Button>
    </div>
  </li>
)

/** The id of the element with the alerts of a line. Buttons that book refer to it. */
const alertsOf = ({ kind, recordId }: InboxItem): string => `alerts-${kind}-${recordId}`

/** The name of the patient, as a link to the patient's page. */
export const Name = ({ item }: { readonly item: InboxItem }) =>
  item.patientId === null ? (
    <strong>{sayName(item)}</strong>
  ) : (
    <a href={hrefOf('patients', item.patientId)}>{sayName(item)}</a>
  )

const When = ({ item, startAt }: { readonly item: InboxItem; readonly startAt: string }) => (
  <a
    class="inbox-when"
    href={hrefOf('day', dateOf(startAt, zone()), item.appointmentId!)}
    aria-label={words.value.inbox.showInDay(sayName(item), sayMomentShort(startAt))}
  >
    <Icon name="day" />
    <time dateTime={startAt}>{sayMomentShort(startAt)}</time>
  </a>
)

/** The buttons that settle an item of this kind. */
function Act({ item }: { readonly item: InboxItem }): VNode | null {
  const { inbox: texts } = words.value
  const name = sayName(item)
  switch (item.kind) {
    case 'cancel_requested':
    case 'unanswered':
      return (
        <>
          <Button label={texts.comesOf(name)} title={texts.comesSays} onClick={() => void noteComes(item)}>
            {texts.comes}
          </Button>
          {item.kind === 'cancel_requested' && (
            <Button label={texts.cancelOf(name)} onClick={() => void cancel(item)}>
              {texts.cancel}
            </Button>
          )}
        </>
      )
    case 'displaced':
      return <DisplacedActs item={item} />
    case 'failed':
    case 'uncertain':
      return item.message?.retryable ? (
        <Button label={texts.againTo(name)} onClick={() => void sendAgain(item)}>
          {texts.again}
        </Button>
      ) : null
    case 'online_request':
      return (
        <>
          <Button
            aria-describedby={alertsOf(item)}
            label={texts.acceptOf(name)}
            onClick={() => void accept(item)}
          >
            {texts.accept}
          </Button>
          <Button label={texts.otherTimeOf(name)} onClick={() => void acceptElsewhere(item)}>
            {texts.otherTime}
          </Button>
          <Button label={texts.declineOf(name)} onClick={() => void decline(item)}>
            {texts.decline}
          </Button>
        </>
      )
    case 'online_patient':
      return (
        <Button label={texts.compareOf(name)} onClick={() => void compare(item)}>
          {texts.compare}
        </Button>
      )
    case 'webhook_stopped':
      return isOwner() ? (
        <a class="button plain" href={hrefOf('settings', 'webhooks')}>
          {texts.toWebhooks}
        </a>
      ) : null
    case 'online_flood':
      return null
    case 'fits_gap':
      return (
        <Button
          label={texts.bookFor(name)}
          aria-describedby={alertsOf(item)}
          onClick={() => void bookFit({ id: item.recordId, name, ...item.fit! }, () => paintGone(item))}
        >
          {texts.book}
        </Button>
      )
    case 'note_next':
      return item.patientId === null ? null : (
        <Button
          label={texts.bookFor(name)}
          aria-describedby={alertsOf(item)}
          onClick={() => openBooking({ patientId: item.patientId! })}
        >
          {texts.book}
        </Button>
      )
  }
}
