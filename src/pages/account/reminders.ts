import { type LanguageId, languageIdOf, languageIds, languages } from '../../messages/languages.ts'
import { askFirst } from '../parts/dialog.ts'
import { byId, make, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import {
  channelNames,
  type ReminderChannel,
  type ReminderPreview,
  type ReminderSettings,
} from '../parts/records.ts'
import { list, row, type Section, section } from '../parts/section.ts'
import { call } from '../parts/session.ts'
import { markSaved } from '../parts/unsaved.ts'
import { editContact } from './contact.ts'
import { editTimes } from './reminder-times.ts'
import { smsCosts } from './sms-costs.ts'
import { showTellBooked } from './tell-booked.ts'
import { testMessages } from './test-message.ts'

/** The texts of reminders, and how they are sent, for owners. */
export function showReminders(): Section {
  const form = byId<HTMLFormElement>('reminders-form')
  const tests = testMessages()
  const drawChannel = (channel: ReminderChannel, status: 'on' | 'log_only' | 'off') =>
    row({
      title: channelNames[channel],
      notes: [[deliveries[channel][status]]],
      actions: status === 'off' ? [] : [tests.button(channel)],
    })
  return section('reminders', async () => {
    const settings = await call<ReminderSettings>('GET', '/practice/reminders')
    // Only once, because a second reading would overwrite what the owner is writing.
    if (form.hidden) {
      editContact(settings)
      editTimes(settings)
      editWords(form, settings)
    }
    showTellBooked(settings)
    const { channels } = settings
    return [list([drawChannel('email', channels.email), drawChannel('sms', channels.sms)], ''), tests.told]
  })
}

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
    markSaved(form)
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
      ...smsCosts(sms.longest),
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
