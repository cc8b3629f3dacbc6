import { mostFailedReminders, mostReminders, mostTriedAgain } from '../../domain/limits.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import { patientsIn } from '../../http/sights.ts'
import { languageIdOf, languageIds, languageOf, languages } from '../../messages/languages.ts'
import { placeholders, templatesOf } from '../../messages/template.ts'
import type { ReadablePractice } from '../../store/store.ts'
import type { Deps } from '../shared/deps.ts'
import { requireTouch } from '../shared/requirements.ts'
import {
  browseFailedReminders,
  browsePatientReminders,
  browseReminders,
  retryReminder,
  retryReminders,
} from './actions.ts'
import { viewTimes } from './plan-settings.ts'
import { failedReminderList } from './schema/failed.ts'
import { patientReminderList, patientRemindersQuery } from './schema/of-patient.ts'
import { preview } from './schema/preview.ts'
import { reminder, reminderList } from './schema/reminder.ts'
import { retried, retryAllBody } from './schema/retry.ts'
import { settings, updateSettingsBody } from './schema/settings.ts'
import { testBody, tested } from './schema/test.ts'
import {
  allowedCountriesOf,
  editSettings,
  previewMessages,
  readSettings,
  type VersionedSettings,
} from './settings.ts'
import { mostTests, type TestMessageDeps, testMessages, testMinutes } from './test-message.ts'
import { viewFailedReminder, viewReminder } from './view.ts'

/** `on`: the channel delivers. `log_only`: it only logs what it would deliver. `off`: it does neither. */
type ChannelStatus = Readonly<Record<NoticeChannel, 'on' | 'log_only' | 'off'>>

interface ReminderRouteDeps extends Deps, TestMessageDeps {
  readonly channelStatus: ChannelStatus
}

/** The messages that remind patients: what became of each message, and which texts the practice uses (RULES §6). */
export const reminderRoutes = tagged('Reminders', (deps: ReminderRouteDeps) => {
  const { route, now, channelStatus, sites } = deps
  const originOf = ({ read }: ReadablePractice) => sites.of(read.practiceId).origin
  const sendTest = testMessages(deps)
  const viewSettings = (practice: ReadablePractice, own: VersionedSettings) => ({
    ...templatesOf(languageOf(own.language).templates, own),
    tellBooked: own.tellBooked ?? false,
    allowedCountries: [...allowedCountriesOf(practice, own)],
    phone: own.phone,
    address: own.address,
    replyTo: own.replyTo,
    ...viewTimes(own),
    language: languageIdOf(own.language),
    languages: languageIds.map((id) => {
      const { name, templates } = languages[id]
      return { id, name, standard: { ...templates } }
    }),
    placeholders: [...placeholders],
    channels: channelStatus,
    version: own.version,
  })

  return {
    ofAppointment: route(
      {
        id: 'listAppointmentReminders',
        summary: "List an appointment's reminders",
        description: `Lists the reminders with their results. There is a reminder for each channel, each lead and each start time that the appointment has had. The list also has messages about a booking, a move or a cancellation: see \`kind\`. The answer has the newest ${mostReminders}. Consents and addresses are read at the time of sending.`,
        ids: { appointmentId: pathId('appointment', 'The calendar entry.') },
        answer: reminderList,
      },
      ({ practice, ids, saw }) => {
        const rows = browseReminders(practice, ids.appointmentId)
        saw({ patients: patientsIn(rows), record: { kind: 'appointment', id: ids.appointmentId } })
        return { reminders: rows.map(viewReminder) }
      },
    ),

    ofPatient: route(
      {
        id: 'listPatientReminders',
        summary: "List a patient's messages",
        description:
          'Lists the reminders, and the messages about a booking, a move or a cancellation, page by page. The latest `dueAt` is first, so messages that are not sent yet come before messages that were sent. The list also has messages about cancelled or deleted appointments.',
        ids: { patientId: pathId('patient', 'The patient.') },
        query: patientRemindersQuery,
        answer: patientReminderList,
      },
      ({ practice, ids, query, saw }) => {
        const { shown, nextCursor } = browsePatientReminders(practice, ids.patientId, query)
        saw({ patients: [ids.patientId] })
        return { reminders: shown.map(viewReminder), nextCursor }
      },
    ),

    failed: route(
      {
        id: 'listFailedReminders',
        summary: 'List reminders that failed lately',
        description: `Lists reminders of the last 30 days that were given up, missed or held back, each with its reason. Each reminder has its patient and its appointment as they are now. Newest first, at most ${mostFailedReminders}.`,
        answer: failedReminderList,
        streams: true,
      },
      ({ practice, saw }) => {
        const reminders = browseFailedReminders(practice, now())
        saw({ patients: patientsIn(reminders.map(({ notice }) => notice)), often: true })
        return { reminders: reminders.map(viewFailedReminder) }
      },
    ),

    retry: route(
      {
        id: 'retryReminder',
        summary: 'Try a failed reminder again',
        description:
          'Sends the reminder at once, or when the sending hours of the practice begin. `nextAttemptAt` has the time. The answer is 409 when the reminder did not fail, when it would be too late, or when the appointment has changed. A reminder must go out before the start that the patient knows.',
        ids: { reminderId: pathId('reminder', 'The reminder.') },
        answer: reminder,
        problems: ['conflict'],
      },
      ({ practice, ids }) => retryReminder(practice, ids.reminderId, now()),
      viewReminder,
    ),

    retryAll: route(
      {
        id: 'retryReminders',
        summary: 'Try all reminders again that failed in the same way',
        description: `Tries reminders of future appointments again that failed with the same state or reason, the soonest first. They go out at once, or when the sending hours of the practice begin. Reminders with a mark in the inbox are left out. A request tries at most ${mostTriedAgain}: send it again while \`left\` is more than 0.`,
        body: retryAllBody,
        answer: retried,
      },
      ({ practice, body: { state = null, reason = null } }) =>
        retryReminders(practice, { state, reason }, now()),
      (outcome) => outcome,
    ),

    test: route(
      {
        id: 'sendTestMessage',
        summary: 'Send a test message to yourself',
        description: `Sends a made-up reminder with the practice's own texts, and returns the result within 20 seconds. An e-mail goes to your own address. Owners may send a text message to a number. At most ${mostTests} in ${testMinutes} minutes. A test message counts towards the limit of messages a day.`,
        body: testBody,
        answer: tested,
        problems: ['rate_limited'],
        afterwards:
          'The outcome is known after the message has left. After a crash in between, the repetition answers 409 and sends nothing. Where messages only go to the log, it logs a second one.',
      },
      ({ practice, caller, body }) => sendTest(practice, caller, body.channel, body.to ?? null),
    ),

    readSettings: route(
      {
        id: 'getReminderSettings',
        summary: 'Read the texts, the times and the countries of reminders',
        description:
          'If the practice has not written a text, the answer has the standard text of its language. If it has not chosen countries, the answer has the standard countries.',
        answer: settings,
      },
      ({ practice }) => {
        return viewSettings(practice, readSettings(practice))
      },
    ),

    updateSettings: route(
      {
        id: 'updateReminderSettings',
        summary: 'Change the texts, the times and the countries of reminders',
        description:
          'Owners only. With a session, texts and contacts need a passkey used within the last ten minutes. Null goes back to the standard. After a change of the countries, reminders that were held back because of their country are tried again. Planned reminders move to the new times.',
        who: 'owner',
        body: updateSettingsBody,
        answer: settings,
        conditional: true,
        problems: ['passkey_required'],
      },
      ({ practice, caller, body }) =>
        editSettings(practice, body, originOf(practice), now(), (scope) =>
          requireTouch(scope, caller, now()),
        ),
      (own, { practice }) => viewSettings(practice, own),
    ),

    preview: route(
      {
        id: 'previewReminder',
        summary: 'Preview reminders',
        description:
          'Returns the reminders of a made-up appointment with these changes. The changes are not kept.',
        body: updateSettingsBody,
        answer: preview,
        afterwards: 'It writes nothing.',
      },
      ({ practice, body }) => previewMessages(practice, body, originOf(practice), now()),
    ),
  }
})
