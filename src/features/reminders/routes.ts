import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { answers, bodyProblems } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf, ownerOf, ownersOnly } from '../../http/exchange.ts'
import { pathId, shape } from '../../http/shape.ts'
import { languageIdOf, languageIds, languageOf, languages } from '../../messages/languages.ts'
import { placeholders, templatesOf } from '../../messages/template.ts'
import type { NoticeSettings } from '../../store/notice-settings.ts'
import type { Deps } from '../deps.ts'
import { browseFailedReminders, browseReminders, retryReminder } from './actions.ts'
import { preview, reminder, reminderList, settings, updateSettingsBody } from './schema.ts'
import { editSettings, previewMessages, readSettings } from './settings.ts'
import { viewReminder } from './view.ts'

/** Whether a channel delivers, notes in the log that it would, or neither. */
export type ChannelStatus = Readonly<Record<NoticeChannel, 'on' | 'log_only' | 'off'>>

export interface ReminderRouteDeps extends Deps {
  readonly channelStatus: ChannelStatus
  /** Where patients reach us, without a slash at the end. */
  readonly origin: () => string
}

const ofAppointment = shape({ appointmentId: pathId('appointment', 'The calendar entry.') })
const ofReminder = shape({ reminderId: pathId('reminder', 'The reminder.') })

/** What became of reminders, and how the practice words them. */
export const reminderRoutes = ({ practices, now, channelStatus, origin }: ReminderRouteDeps) => {
  const practice = (request: Request) => practices.of(callerOf(request).practiceId)
  const view = (own: NoticeSettings) => ({
    ...templatesOf(languageOf(own.language).templates, own),
    language: languageIdOf(own.language),
    languages: languageIds.map((id) => ({ id, name: languages[id].name })),
    placeholders: [...placeholders],
    channels: channelStatus,
  })

  return new Elysia({ tags: ['Reminders'] })
    .get(
      '/appointments/:appointmentId/reminders',
      ({ request, params }) =>
        answer(request, {
          reminders: browseReminders(practice(request), lookupId(params.appointmentId)).map(viewReminder),
        }),
      {
        params: ofAppointment,
        response: answers(200, reminderList, 'not_found'),
        detail: {
          summary: 'What became of an appointment’s reminders',
          description:
            'One for each channel and each start time the appointment has had. Who may be reached, and where, is decided when it is sent.',
        },
      },
    )
    .get(
      '/reminders/failed',
      ({ request }) =>
        answer(request, {
          reminders: browseFailedReminders(practices.of(ownerOf(request).practiceId), now()).map(
            viewReminder,
          ),
        }),
      {
        response: answers(200, reminderList, 'forbidden'),
        detail: {
          summary: 'List reminders that failed lately',
          description:
            'Owners only. What was given up, was missed or had a number that is none, in the last 30 days, newest first, at most 200.',
        },
      },
    )
    .post(
      '/reminders/:reminderId/retry',
      async ({ request, params }) =>
        answer(
          request,
          viewReminder(
            await retryReminder(
              practices.of(ownerOf(request).practiceId),
              lookupId(params.reminderId),
              now(),
            ),
          ),
        ),
      {
        params: ofReminder,
        transform: ownersOnly,
        response: answers(200, reminder, 'forbidden', 'not_found', 'conflict'),
        detail: {
          summary: 'Try a failed reminder again',
          description:
            'Owners only. 409 when it did not fail, when it is too late, or when the appointment has changed.',
        },
      },
    )
    .get('/practice/reminders', ({ request }) => answer(request, view(readSettings(practice(request)))), {
      response: answers(200, settings),
      detail: {
        summary: 'Read how reminders are worded',
        description: 'What the practice has not written shows what stands in for it.',
      },
    })
    .patch(
      '/practice/reminders',
      async ({ request, body }) =>
        answer(
          request,
          view(await editSettings(practices.of(ownerOf(request).practiceId), body, origin(), now())),
        ),
      {
        parse: readJson,
        transform: ownersOnly,
        body: updateSettingsBody,
        response: answers(200, settings, 'forbidden', ...bodyProblems),
        detail: {
          summary: 'Change how reminders are worded',
          description: 'Owners only. Null goes back to the words of the language.',
        },
      },
    )
    .post(
      '/practice/reminders/preview',
      ({ request, body }) => answer(request, previewMessages(practice(request), body, origin(), now())),
      {
        parse: readJson,
        body: updateSettingsBody,
        response: answers(200, preview, ...bodyProblems),
        detail: {
          summary: 'See what reminders would look like',
          description: 'With these changes, which are not kept, for a made-up appointment.',
        },
      },
    )
}
