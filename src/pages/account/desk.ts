import { visitOf } from '../parts/dates.ts'
import { button, make, say } from '../parts/dom.ts'
import { channelNames, type Desk, type DeskItem, type DeskList, type Retried } from '../parts/records.ts'
import { action, list, row, type Section, section, tellTrouble } from '../parts/section.ts'
import { call } from '../parts/session.ts'

/** Whom the front desk has to call, for every member. Times are in `zone`, the practice's time zone. */
export function showDesk(zone: () => string): Section {
  const desk = section('desk', async () => {
    const { failed, uncertain, cancelRequested, unanswered } = await call<Desk>('GET', '/reminders/desk')
    const parts = [
      ...part('Not reached', failed, [...retryEachKind(failed), rowsOf(failed)]),
      ...part('Perhaps not reached', uncertain, [
        ...retryAll(uncertain, { state: 'uncertain' }, ''),
        rowsOf(uncertain),
      ]),
      ...part('Asked to cancel', cancelRequested, [rowsOf(cancelRequested)]),
      ...part('Not answered', unanswered, [
        make(
          'details',
          {},
          make('summary', { textContent: 'Appointments of the next three days' }),
          rowsOf(unanswered),
        ),
      ]),
    ]
    return parts.length > 0 ? parts : [list([], 'Nobody has to be called now.')]
  })

  const rowsOf = ({ items }: DeskList) => list(items.map(draw), '')

  const draw = (item: DeskItem) => {
    const { channel, patient, reminderId, retryable, explanation } = item
    const name = patient === null ? 'A deleted patient' : `${patient.firstName} ${patient.lastName}`
    const badges = channel === null ? [] : [channelNames[channel]]
    const again = action('Try again', [...badges, name].join(' to '), async () => {
      await call('POST', `/reminders/${reminderId}/retry`)
      say('The message is sent again now.')
      await desk.changed()
    })
    return row({
      title: name,
      badges,
      notes: [
        [
          item.kind === 'cancelled' ? 'Cancelled appointment on ' : 'Appointment on ',
          visitOf(item.startAt, zone()),
        ],
        [explanation],
        ...waysTo(patient),
      ],
      actions: retryable ? [again] : [],
    })
  }

  /** A button for all failed messages of one kind, where there are several. */
  const retryAll = ({ items, more }: DeskList, kind: object, words: string): Node[] => {
    const number = items.filter(({ retryable }) => retryable).length
    if (number < 2) return []
    const label = `Try all ${number}${more ? ' or more' : ''} again${words && `: ${words}`}`
    return [
      button(label, 'plain', () =>
        tellTrouble(async () => {
          say(told(await call<Retried>('POST', '/reminders/retry', kind)))
          await desk.changed()
        }),
      ),
    ]
  }
  const retryEachKind = ({ items, more }: DeskList) =>
    [...Map.groupBy(items, ({ reason }) => reason ?? '')].flatMap(([reason, items]) => {
      const words = kindNames[reason]
      return words === undefined ? [] : retryAll({ items, more }, { reason }, words)
    })
  return desk
}

/** The reasons for which all failed messages may be tried again. */
const kindNames: Readonly<Record<string, string>> = {
  refused: 'the address was refused',
  provider_away: 'the service was away',
  gave_up: 'every try failed',
  missed_window: 'not sent in time',
  invalid_phone: 'the number is not valid',
  landline: 'the number is a landline',
  costly_number: 'the number is expensive',
  unknown_country: 'the country is not known',
  country_not_allowed: 'the country is not allowed',
  over_ceiling: 'too many on one day',
}

/** A part of the desk with its heading, or nothing where its list is empty. */
function part(title: string, { items, more }: DeskList, content: Node[]): Node[] {
  if (items.length === 0) return []
  const number = more ? `${items.length}, and more` : items.length
  return [make('h3', { textContent: `${title} (${number})` }), ...content]
}

function told({ retried, left, refused }: Retried): string {
  const sent = retried === 1 ? '1 message is sent again now.' : `${retried} messages are sent again now.`
  return [
    sent,
    ...(left > 0 ? [`${left} more are left: try again.`] : []),
    ...(refused.tooLate > 0 ? [`${refused.tooLate} would come too late.`] : []),
  ].join(' ')
}

/** The patient's phone and e-mail as links, on one line. */
function waysTo(patient: DeskItem['patient']): (Node | string)[][] {
  const phone = patient?.phoneMobile
  const links = [
    ...(phone ? [make('a', { href: `tel:${phone.replace(/[^+\d]/g, '')}`, textContent: phone })] : []),
    ...(patient?.email ? [make('a', { href: `mailto:${patient.email}`, textContent: patient.email })] : []),
  ]
  return links.length === 0 ? [] : [links.flatMap((link, i) => (i === 0 ? [link] : [' · ', link]))]
}
