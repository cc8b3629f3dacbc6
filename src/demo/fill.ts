import { operatorAct } from '../domain/act.ts'
import { type OnlineBooking, offline } from '../domain/appointment-type.ts'
import { newId } from '../domain/id.ts'
import { unsetBooking } from '../domain/online-booking.ts'
import { packTemplates } from '../domain/pack.ts'
import { editAppointmentType } from '../features/appointment-types/actions.ts'
import { createChair } from '../features/chairs/actions.ts'
import { markSeen, noteCall } from '../features/inbox/actions.ts'
import { editPractice } from '../features/practice/actions.ts'
import { createPractice } from '../features/shared/create-practice.ts'
import { recordNewMember } from '../features/shared/member.ts'
import { createTag } from '../features/tags/actions.ts'
import { exampleEpoch, exampleIds } from '../http/examples.ts'
import { insertMember, updateMember } from '../store/access/members.ts'
import { beginEpoch } from '../store/changes/changes.ts'
import { listAppointmentTypes } from '../store/practice/appointment-types.ts'
import type { Practice, Practices } from '../store/store.ts'
import { fillHours, fillSeries, fillWishes } from './ahead.ts'
import { fillCalendar, type Treatment } from './calendar.ts'
import { alerts, feeCodes, members, otherChairs, tagNames } from './content.ts'
import { fillExamples } from './examples.ts'
import { practiceHours } from './hours.ts'
import { fillDoubles, fillHistories, fillPatients } from './patients.ts'
import { random } from './random.ts'
import { failReminder, remindNext, sendPastReminders } from './reminders.ts'
import { fillToday, haveCome } from './today.ts'

const timezone = 'Europe/Berlin'
const day = 86_400_000

/**
 * Fills an empty database with one made-up practice, through the same actions as requests.
 * It has chairs, tags, patients with notes, and a calendar of some weeks before and after `now`.
 */
export async function fillDemo(practices: Practices, now: number) {
  const dice = random(1)
  const { owner, assistant } = members
  const practiceId = newId(now)
  const ownerId = newId(now)
  const practice = practices.of(practiceId, operatorAct('demo'))
  const begun = now - 60 * day
  await practice.write((tx) => {
    const pack = packTemplates.dental
    const settings = { timezone, pack, workingHours: null, owner: { id: ownerId, ...owner } }
    createPractice(tx, { name: 'Demo Dental', ...settings }, begun)
    const times = { createdAt: begun, updatedAt: begun }
    const member = { ...assistant, role: 'assistant' as const, active: true, language: null }
    insertMember(tx, { id: exampleIds.colleague, ...member, ...times })
    recordNewMember(tx, exampleIds.colleague)
    updateMember(tx, ownerId, { color: owner.color })
    beginEpoch(tx, exampleEpoch)
  })
  await setHours(practice, now)
  await fillExamples(practice, ownerId, now - 58 * day, now)
  await openOnline(practice, now - 58 * day)

  const chairIds = [exampleIds.chair, ...(await fillChairs(practice, now))]
  const tags = await Promise.all(
    tagNames.map((name) => createTag(practice, { name, alert: alerts.includes(name) }, now - 50 * day)),
  )
  const patientIds = await fillPatients(practice, dice, now)
  await fillDoubles(practice, now)
  const tagIds = tags.map(({ id }) => id)
  await fillHistories(practice, { dice, userId: ownerId, patientIds, tagIds, now })
  const room = chairIds.at(-1)!
  const ahead = { userId: ownerId, patientIds, timezone, now }
  await fillHours(practice, room, ahead)
  await fillSeries(practice, room, ahead)
  const treating = { [exampleIds.chair]: ownerId, [room]: exampleIds.colleague }
  const treatments = treatmentsOf(practice)
  const calendar = { ...ahead, chairIds, treatments, practitionerOf: (chairId: string) => treating[chairId] }
  await fillToday(practice, calendar)
  const booked = await fillCalendar(practice, { dice, ...calendar })
  await haveCome(practice, ahead, booked)
  await fillWishes(practice, ahead, booked)
  await sendPastReminders(practice, now)
  await remindNext(practice, booked, now)
  await failReminder(practice, ownerId, now)
  const call = { kind: 'failed', recordId: exampleIds.reminder, result: 'no_answer', againAt: null } as const
  await noteCall(practice, ownerId, call, now, exampleIds.inboxCall)
  await markSeen(practice, ownerId, 'noteNext', exampleIds.note, now, exampleIds.inboxMark)
  return { practiceId, ownerId }
}

/** The treatments that are booked, from the appointment types with a fee code. */
const treatmentsOf = ({ read }: Practice): Treatment[] =>
  listAppointmentTypes(read).flatMap(({ id, name, color, durationMinutes }) =>
    name in feeCodes
      ? [
          {
            appointmentTypeId: id,
            title: name,
            serviceRef: feeCodes[name]!,
            color: color!,
            minutes: durationMinutes,
          },
        ]
      : [],
  )

/**
 * Known patients book check-ups online at once. New patients request check-ups, and everybody requests consultations.
 */
async function openOnline(practice: Practice, now: number): Promise<void> {
  for (const { id, name } of listAppointmentTypes(practice.read)) {
    const modes = onlineModes[name]
    if (modes === undefined) continue
    const questions = ['What is it about?']
    await editAppointmentType(practice, id, { online: { ...offline, ...modes, questions } }, now)
  }
  await editPractice(
    practice,
    {
      onlineBooking: { ...unsetBooking, enabled: true, slug: 'demo-dental', frameAncestors: [] },
      calendarFeeds: 'busy',
      ownFields: [
        { id: 'insurer', name: 'Insurer', archived: false },
        { id: 'insurance_number', name: 'Insurance number', archived: false },
      ],
    },
    now,
  )
}

const onlineModes: Readonly<Record<string, Pick<OnlineBooking, 'newPatients' | 'knownPatients'>>> = {
  'Check-up': { newPatients: 'request', knownPatients: 'instant' },
  Consultation: { newPatients: 'request', knownPatients: 'request' },
}

const setHours = (practice: Practice, now: number) =>
  editPractice(practice, { workingHours: practiceHours(now, timezone) }, now - 59 * day)

/** Adds the chairs after the first one. The last chair is out of use, to show that entries of the past stay. */
async function fillChairs(practice: Practice, now: number): Promise<string[]> {
  const ids: string[] = []
  for (const chair of otherChairs) {
    const active = chair !== otherChairs.at(-1)
    const exampleId = active ? undefined : exampleIds.unusedChair
    const { id } = await createChair(practice, { ...chair, active }, now - 58 * day, exampleId)
    if (active) ids.push(id)
  }
  return ids
}
