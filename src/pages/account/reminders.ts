import { type LanguageId, languageIdOf, languageIds, languages } from '../../messages/languages.ts'
import { momentOf } from '../parts/dates.ts'
import { askFirst } from '../parts/dialog.ts'
import { byId, make, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import type { FailedReminder, ReminderChannel, ReminderPreview, ReminderSettings } from '../parts/records.ts'
import { action, list, row, type Section, section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

/** The texts of reminders, how they are sent and which failed, for owners. Times are in `zone`, the practice's time zone. */
export function showReminders(zone: () => string): Section {
  const form = byId<HTMLFormElement>('reminders-form')
  const reminders = section('reminders', async () => {
    const [settings, failed] = await Promise.all([
      call<ReminderSettings>('GET', '/practice/reminders'),
      call<{ reminders: FailedReminder[] }>('GET', '/reminders/failed'),
    ])
    // Only once, because a second reading would overwrite what the owner is writing.
    if (form.hidden) editWords(form, settings)
    const { channels } = settings
    return [
      list([drawChannel('email', channels.email), drawChannel('sms', channels.sms)], ''),
      make('h3', { textContent: 'Not delivered in the last 30 days' }),
      list(failed.reminders.map(draw), 'No reminder failed.'),
    ]
  })

  const draw = (reminder: FailedReminder) => {
    const { id, channel, startAt } = reminder
    const when = momentOf(startAt, zone())
    const again = action('Try again', `${channelNames[channel]}, ${when.textContent}`, async () => {
      await call('POST', `/reminders/${id}/retry`)
      say('The reminder is sent again now.')
      await reminders.changed()
    })
    return row({
      title: channelNames[channel],
      notes: [['For the appointment on ', when], [whyOf(reminder)]],
      actions: Date.parse(startAt) > Date.now() ? [again] : [],
    })
  }
  return reminders
}

const channelNames = { email: 'E-mail', sms: 'Text message' }

const deliveries = {
  email: {
    on: 'The mail server is set up: messages are sent.',
    log_only: 'No mail server is set up: messages are only noted in the server’s log.',
    off: 'No mail server is set up: no messages are sent.',
  },
  sms: {
    on: 'The service for text messages is set up: messages are sent.',
    log_only: 'No service for text messages is set up: messages are only noted in the server’s log.',
    off: 'No service for text messages is set up: no messages are sent.',
  },
}

const drawChannel = (channel: ReminderChannel, status: 'on' | 'log_only' | 'off') =>
  row({ title: channelNames[channel], notes: [[deliveries[channel][status]]] })

function whyOf({ state, reason, attempts, lastError }: FailedReminder): string {
  if (reason === 'over_ceiling' && state === 'scheduled')
    return `${overCeiling} It is tried again on the next morning.`
  const words = reason === null ? undefined : notSent[reason]
  if (words !== undefined) return words
  const outcome =
    reason === 'refused'
      ? 'The message was refused'
      : `Not delivered after ${attempts === 1 ? 'one try' : `${attempts} tries`}`
  return `${outcome}${lastError === null ? '' : `: ${errors[lastError] ?? lastError}`}.`
}

const overCeiling = 'The practice had sent as many messages on that day as this server allows.'

const notSent: Readonly<Record<string, string>> = {
  missed_window: 'The reminder would have come too late.',
  invalid_phone: 'The patient has no valid phone number. Correct the number first.',
  costly_number:
    'The number is a premium or satellite number, which is never texted. Correct the number first.',
  country_not_allowed:
    'The practice sends no text messages to the country of this number. Allow the country in the settings of the reminders, or call the patient.',
  over_ceiling: `${overCeiling} The next day would be too late: call the patient.`,
}

const errors: Readonly<Record<string, string>> = {
  timeout: 'there was no answer in time',
  unreachable: 'the provider could not be reached',
  no_tls: 'the mail server does not encrypt',
  tls_failed: 'no encrypted connection to the mail server came about',
}

const parts = ['emailSubject', 'emailText', 'smsText'] as const

function editWords(form: HTMLFormElement, settings: ReminderSettings): void {
  const preview = byId('preview')
  const select = byId<HTMLSelectElement>('language')
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement
  /** The chosen language. A field that holds its standard text changes with it. */
  let language: LanguageId

  const fill = (words: ReminderSettings) => {
    language = words.language
    select.value = language
    for (const part of parts) field(part).value = words[part]
    preview.replaceChildren()
  }
  const isStandard = (part: (typeof parts)[number]) =>
    fieldValue(form, part) === languages[language].templates[part]
  /** Null stands for the standard text, which changes with the language. */
  const read = () => ({
    language,
    ...Object.fromEntries(parts.map((part) => [part, isStandard(part) ? null : fieldValue(form, part)])),
  })
  const save = async (words: object) =>
    fill(await call<ReminderSettings>('PATCH', '/practice/reminders', words))

  const show = ({ email, sms }: ReminderPreview) => {
    preview.replaceChildren(
      make('p', { className: 'note', textContent: 'Example for a made-up appointment:' }),
      make('h3', { textContent: email.subject }),
      make('p', { className: 'message', textContent: email.text }),
      make('h3', { textContent: `Text message, ${sms.characters} characters` }),
      make('p', { className: 'message', textContent: sms.text }),
    )
    preview.focus()
  }

  select.replaceChildren(...languageIds.map((id) => new Option(languages[id].name, id)))
  select.addEventListener('change', () => {
    const standard = parts.filter(isStandard)
    language = languageIdOf(select.value)
    for (const part of standard) field(part).value = languages[language].templates[part]
  })
  form.addEventListener('input', () => preview.replaceChildren())
  byId('standard-words').addEventListener('click', async () => {
    const done = await askFirst(
      'Use the standard texts?',
      `Your own texts for the e-mail and the text message are deleted. The standard texts in ${languages[language].name} replace them.`,
      'Use the standard texts',
      () => save({ language, ...Object.fromEntries(parts.map((part) => [part, null])) }),
    )
    if (done) say('Reminders use the standard texts now.')
  })
  onSubmit(form, async (sender) => {
    if (sender.id === 'see-preview')
      return show(await call<ReminderPreview>('POST', '/practice/reminders/preview', read()))
    await save(read())
    say('The texts are saved.')
  })
  fill(settings)
  form.hidden = false
}
