import { mostFailedReminders, mostReminders } from '../../domain/limits.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { route } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import { languageIdOf, languageIds, languageOf, languages } from '../../messages/languages.ts'
import { placeholders, templatesOf } from '../../messages/template.ts'
import type { NoticeSettings } from '../../store/notice-settings.ts'
import type { Practice } from '../../store/store.ts'
import type { Deps } from '../shared/deps.ts'
import { browseFailedReminders, browseReminders, retryReminder } from './actions.ts'
import {
  failedReminderList,
  preview,
  reminder,
  reminderList,
  settings,
  updateSettingsBody,
} from './schema.ts'
import { allowedCountriesOf, editSettings, previewMessages, readSettings } from './settings.ts'
import { viewFailedReminder, viewReminder } from './view.ts'

/** Whether a channel delivers, notes in the log that it would, or neither. */
export type ChannelStatus = Readonly<Record<NoticeChannel, 'on' | 'log_only' | 'off'>>

export interface ReminderRouteDeps extends Deps {
  readonly channelStatus: ChannelStatus
  /** Where patients reach us, without a slash at the end. */
  readonly origin: () => string
}

const tag = 'Reminders'

/** What became of the messages that remind patients, and how the practice words them (RULES §6). */
export const reminderRoutes = ({ practices, now, channelStatus, origin }: ReminderRouteDeps) => {
  const viewSettings = (practice: Practice, own: NoticeSettings) => ({
    ...templatesOf(languageOf(own.language).templates, own),
    allowedCountries: [...allowedCountriesOf(practice, own)],
    language: languageIdOf(own.language),
    languages: languageIds.map((id) => ({ id, name: languages[id].name })),
    placeholders: [...placeholders],
    channels: channelStatus,
  })

  return {
    ofAppointment: route(
      {
        id: 'listAppointmentReminders',
        tag,
        summary: "List an appointment's reminders",
        description: `Says what became of them. There is one for each channel and each start time that the appointment has had, the newest ${mostReminders} at most. Consents and addresses are looked up at the time of sending.`,
        ids: { appointmentId: pathId('appointment', 'The calendar entry.') },
        answer: reminderList,
      },
      ({ caller, ids }) => ({
        reminders: browseReminders(practices.of(caller.practiceId), ids.appointmentId).map(viewReminder),
      }),
    ),

    failed: route(
      {
        id: 'listFailedReminders',
        tag,
        summary: 'List reminders that failed lately',
        description: `Lists reminders of the last 30 days that were given up, missed or held back. The reason says why. Each names its patient and appointment as they are now. Newest first, at most ${mostFailedReminders}.`,
        answer: failedReminderList,
        streams: true,
      },
      ({ caller }) => ({
        reminders: browseFailedReminders(practices.of(caller.practiceId), now()).map(viewFailedReminder),
      }),
    ),

    retry: route(
      {
        id: 'retryReminder',
        tag,
        summary: 'Try a failed reminder again',
        description:
          '409 when the reminder did not fail, when it is too late, or when the appointment has changed.',
        ids: { reminderId: pathId('reminder', 'The reminder.') },
        answer: reminder,
        problems: ['conflict'],
      },
      async ({ caller, ids }) =>
        viewReminder(await retryReminder(practices.of(caller.practiceId), ids.reminderId, now())),
    ),

    readSettings: route(
      {
        id: 'getReminderSettings',
        tag,
        summary: 'Read how reminders are worded and where they may go',
        description:
          'A text that the practice has not written shows the standard text of its language. Countries that it has not chosen show the standard ones.',
        answer: settings,
      },
      ({ caller }) => {
        const practice = practices.of(caller.practiceId)
        return viewSettings(practice, readSettings(practice))
      },
    ),

    updateSettings: route(
      {
        id: 'updateReminderSettings',
        tag,
        summary: 'Change how reminders are worded and where they may go',
        description:
          'Owners only. Null goes back to the standard. Reminders that were held back because of their country are tried again after a change of the countries.',
        who: 'owner',
        body: updateSettingsBody,
        answer: settings,
      },
      async ({ caller, body }) => {
        const practice = practices.of(caller.practiceId)
        return viewSettings(practice, await editSettings(practice, body, origin(), now()))
      },
    ),

    preview: route(
      {
        id: 'previewReminder',
        tag,
        summary: 'See what reminders would look like',
        description: 'Shows a made-up appointment with these changes. The changes are not kept.',
        body: updateSettingsBody,
        answer: preview,
      },
      ({ caller, body }) => previewMessages(practices.of(caller.practiceId), body, origin(), now()),
    ),
  }
}
