import { visitOf } from '../parts/dates.ts'
import { make, say } from '../parts/dom.ts'
import { channelNames, type FailedReminder } from '../parts/records.ts'
import { action, list, row, type Section, section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

/** The reminders that did not arrive, for every member. Times are in `zone`, the practice's time zone. */
export function showUndelivered(zone: () => string): Section {
  const undelivered = section('undelivered', async () => {
    const { reminders } = await call<{ reminders: FailedReminder[] }>('GET', '/reminders/failed')
    const lead = make('p', { className: 'lead', textContent: whatToDo })
    return [
      ...(reminders.length > 0 ? [lead] : []),
      list(reminders.map(draw), 'No reminder failed in the last 30 days.'),
    ]
  })

  const draw = (reminder: FailedReminder) => {
    const { id, channel, patient } = reminder
    const name = patient === null ? 'A deleted patient' : `${patient.firstName} ${patient.lastName}`
    const again = action('Try again', `${channelNames[channel]} to ${name}`, async () => {
      await call('POST', `/reminders/${id}/retry`)
      say('The reminder is sent again now.')
      await undelivered.changed()
    })
    return row({
      title: name,
      badges: [channelNames[channel]],
      notes: [whatFor(reminder, zone()), [whyOf(reminder)], ...waysTo(patient)],
      actions: stands(reminder) && Date.parse(reminder.startAt) > Date.now() ? [again] : [],
    })
  }
  return undelivered
}

const whatToDo =
  'These reminders of the last 30 days did not arrive. Call the patient, or correct the address and try again.'

/** Whether the appointment is still at the time that the reminder was for. */
const stands = ({ appointment, startAt }: FailedReminder) => appointment?.startAt === startAt

function whatFor(reminder: FailedReminder, zone: string): (Node | string)[] {
  const { appointment, startAt } = reminder
  const then = visitOf(startAt, zone)
  if (stands(reminder)) return ['Appointment on ', then]
  if (appointment === null) return ['The appointment on ', then, ' was deleted.']
  return ['The appointment on ', then, ' was moved to ', visitOf(appointment.startAt, zone), '.']
}

const words = {
  email: { message: 'The e-mail', address: 'The address' },
  sms: { message: 'The text message', address: 'The number' },
}

function whyOf({ channel, state, reason, attempts, lastError }: FailedReminder): string {
  const { message, address } = words[channel]
  const code = lastError === null ? '' : ` (${causes[lastError] ?? lastError})`
  if (reason === 'missed_window')
    return `${message} was not sent in time: the server was not running, or the hours for sending were over.`
  if (reason === 'invalid_phone')
    return 'The mobile number is not a number that can be texted. Correct it first, then try again.'
  if (reason === 'over_ceiling' && state === 'scheduled')
    return `${overCeiling} It is tried again on the next morning.`
  const heldBack = reason === null ? undefined : notSent[reason]
  if (heldBack !== undefined) return heldBack
  if (reason === 'refused') return `${message} was refused${code}. ${address} may be wrong.`
  if (reason === 'gave_up')
    return `${message} was tried ${attempts === 1 ? 'once' : `${attempts} times`} and not delivered${code}.`
  return `${message} was not delivered${code}.`
}

const overCeiling = 'The practice had sent as many messages on that day as this server allows.'

const notSent: Readonly<Record<string, string>> = {
  costly_number: 'The number is a premium or satellite number, which is never texted. Correct it first.',
  country_not_allowed:
    'The practice sends no text messages to the country of this number. Allow the country in the settings, or call the patient.',
  over_ceiling: `${overCeiling} The next day would be too late: call the patient.`,
}

const causes: Readonly<Record<string, string>> = {
  timeout: 'there was no answer',
  unreachable: 'the provider could not be reached',
  no_tls: 'the mail server does not encrypt',
  tls_failed: 'no encrypted connection to the mail server came about',
}

/** The patient's phone and e-mail as links, on one line. */
function waysTo(patient: FailedReminder['patient']): (Node | string)[][] {
  const phone = patient?.phoneMobile
  const links = [
    ...(phone ? [make('a', { href: `tel:${phone.replace(/[^+\d]/g, '')}`, textContent: phone })] : []),
    ...(patient?.email ? [make('a', { href: `mailto:${patient.email}`, textContent: patient.email })] : []),
  ]
  return links.length === 0 ? [] : [links.flatMap((link, i) => (i === 0 ? [link] : [' · ', link]))]
}
