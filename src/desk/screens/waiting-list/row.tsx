import { Button } from '../../base/button.tsx'
import { Icon } from '../../base/icon.tsx'
import { zone } from '../../base/me.ts'
import { hrefOf } from '../../base/route.ts'
import { sayMomentShort } from '../../base/time/moment.ts'
import { sayDayOf } from '../../base/time/say.ts'
import type { InboxItem, WaitingItem } from '../../contract/names.ts'
import { chairName, whoDid } from '../../live/known-names.ts'
import { Contact } from '../../parts/contact.tsx'
import { keepPlace } from '../../parts/keep-place.ts'
import { Alerts } from '../../parts/patient/alerts.tsx'
import { nameOf } from '../../parts/patient/name.ts'
import { words } from '../../words/words.ts'
import { noteCalled, takeOff } from './acts.ts'
import { AlsoOffered } from './also-offered.tsx'
import { bookFit } from './book.ts'
import { openChange } from './form.tsx'
import { wishesOf } from './say-wish.ts'
import { paint, waiting } from './state.ts'
import { UrgencyBadge } from './urgency.tsx'

/** A line for a waiting patient: the wishes, the contact, and the first free time that suits. */
export function Row({ item }: { readonly item: WaitingItem }) {
  const { shell, waiting: texts } = words.value
  const name = nameOf(item)
  const fit = waiting.value?.fitting.get(item.id)
  return (
    <li class="waiting-item">
      <div class="waiting-what">
        <p class="waiting-who">
          <a href={hrefOf('patients', item.patientId)}>{name}</a>
          <UrgencyBadge urgency={item.urgency} />
          {item.expired && <span class="badge danger">{texts.expired}</span>}
          <span class="waiting-since">{texts.since(sayDayOf(item.createdAt, zone()))}</span>
        </p>
        <Alerts names={item.patient?.alerts ?? []} id={alertsOf(item)} />
        <p class="waiting-wish">
          {[shell.minutes(item.durationMinutes), ...wishesOf(item)].map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
        {item.note && <p class="waiting-note">{item.note}</p>}
      </div>
      <div class="waiting-acts">
        {item.patient && <Contact {...item.patient} name={name} />}
        <Button label={texts.changeOf(name)} onClick={() => void openChange(item)}>
          {texts.change}
        </Button>
        <Button
          icon="close"
          class="waiting-off"
          label={texts.removeOf(name)}
          onClick={(event) => keepPlace(event.currentTarget, () => void takeOff(item))}
        />
      </div>
      {fit?.fit && <Fit item={item} fit={fit} at={fit.fit} name={name} />}
    </li>
  )
}

/** The id of the element with the alerts of a line. The button that books refers to it. */
const alertsOf = ({ id }: WaitingItem): string => `alerts-${id}`

interface FitProps {
  readonly item: WaitingItem
  readonly fit: InboxItem
  readonly at: NonNullable<InboxItem['fit']>
  readonly name: string
}

/** The free time that fits, and who has called the patient about it. */
function Fit({ item, fit, at, name }: FitProps) {
  const { waiting: texts } = words.value
  const { mark } = fit
  const { list = [], fitting } = waiting.value ?? {}
  return (
    <div class="waiting-fit">
      <p>
        <Icon name="check" />
        {texts.fits(chairName(at.chairId), sayMomentShort(at.startAt))}
      </p>
      <AlsoOffered item={fit} fit={at} among={list.flatMap(({ id }) => fitting?.get(id) ?? [])} />
      {mark && (
        <span class="badge good">
          <Icon name="phone" />
          {texts.calledBy(whoDid(mark.seenBy), sayMomentShort(mark.seenAt))}
        </span>
      )}
      <span class="waiting-fit-acts">
        {!mark && (
          <Button
            kind="quiet"
            icon="phone"
            label={texts.calledOf(name)}
            onClick={() => void noteCalled(fit, name)}
          >
            {texts.called}
          </Button>
        )}
        <Button
          label={texts.bookFor(name, sayMomentShort(at.startAt))}
          aria-describedby={alertsOf(item)}
          onClick={() =>
            void bookFit({ id: item.id, name, ...at }, () =>
              paint((list) => list.filter(({ id }) => id !== item.id)),
            )
          }
        >
          {texts.book}
        </Button>
      </span>
    </div>
  )
}
