import { newId } from '../domain/id.ts'
import { packTemplates } from '../domain/pack.ts'
import { formatInstant, localTime } from '../domain/time.ts'
import { bookEntry } from '../features/appointments/actions.ts'
import { createChair } from '../features/chairs/actions.ts'
import { createNote, editNote } from '../features/notes/actions.ts'
import { createPatient, editPatient, togglePatientTag } from '../features/patients/actions.ts'
import { editPractice } from '../features/practice/actions.ts'
import { createPractice } from '../features/shared/create-practice.ts'
import { createTag } from '../features/tags/actions.ts'
import { exampleIds } from '../http/examples.ts'
import { insertMember } from '../store/members.ts'
import type { Practice, Practices } from '../store/store.ts'
import {
  afterthoughts,
  chairNames,
  firstNames,
  lastNames,
  members,
  noteTexts,
  tagNames,
  treatments,
} from './content.ts'
import { fillExamples } from './examples.ts'
import { type Random, random } from './random.ts'
import { failReminder, sendPastReminders } from './reminders.ts'

const timezone = 'Europe/Berlin'
const patientCount = 240
const weeksAround = 4
const minute = 60_000
const day = 24 * 60 * minute

/**
 * Fills an empty database with one made-up practice, through the same actions as requests.
 * It has chairs, tags, patients with notes, and a calendar of some weeks before and after `now`.
 */
export async function fillDemo(practices: Practices, now: number) {
  const dice = random(1)
  const { owner, assistant } = members
  const practiceId = newId(now)
  const ownerId = newId(now)
  const practice = practices.of(practiceId)
  const begun = now - 60 * day
  await practice.write((tx) => {
    const pack = packTemplates.dental
    const settings = { timezone, pack, workingHours: null, owner: { id: ownerId, ...owner } }
    createPractice(tx, { name: 'Demo Dental', ...settings }, begun)
    const times = { createdAt: begun, updatedAt: begun }
    insertMember(tx, { id: exampleIds.colleague, ...assistant, role: 'assistant', active: true, ...times })
  })
  await setHours(practice, now)
  await fillExamples(practice, ownerId, now - 58 * day)

  const chairIds = [exampleIds.chair, ...(await fillChairs(practice, now))]
  const tags = await Promise.all(tagNames.map((name) => createTag(practice, { name }, now - 50 * day)))
  const patientIds = await fillPatients(practice, dice, now)
  await fillHistories(
    practice,
    dice,
    ownerId,
    patientIds,
    tags.map(({ id }) => id),
    now,
  )
  await fillCalendar(practice, dice, ownerId, chairIds, patientIds, now)
  await sendPastReminders(practice, now)
  await failReminder(practice, ownerId, now)
  return { practiceId, ownerId }
}

function setHours(practice: Practice, now: number) {
  const long = [
    { start: '08:00', end: '12:30' },
    { start: '13:30', end: '18:00' },
  ]
  const short = [{ start: '08:00', end: '13:00' }]
  return editPractice(
    practice,
    { workingHours: { mon: long, tue: long, wed: short, thu: long, fri: short, sat: [], sun: [] } },
    now - 59 * day,
  )
}

/** The last chair is out of use. It shows that entries of the past stay. */
async function fillChairs(practice: Practice, now: number): Promise<string[]> {
  const ids: string[] = []
  for (const name of chairNames) {
    const active = name !== chairNames.at(-1)
    const { id } = await createChair(practice, { name, active }, now - 58 * day)
    if (active) ids.push(id)
  }
  return ids
}

async function fillPatients(practice: Practice, dice: Random, now: number): Promise<string[]> {
  const created = Array.from({ length: patientCount }, (_, i) => {
    const firstName = dice.pick(firstNames)
    const lastName = dice.pick(lastNames)
    return createPatient(
      practice,
      {
        firstName,
        lastName,
        dob: formatInstant(now - (3 * 365 + dice.below(85 * 365)) * day).slice(0, 10),
        gender: dice.pick(['female', 'male', 'diverse', null]),
        email: dice.chance(0.8) ? `patient${i}@demo.example` : null,
        phoneMobile: dice.chance(0.7) ? `+49 1555 ${String(1_000_000 + dice.below(9_000_000))}` : null,
        address: `Lindenstraße ${1 + dice.below(120)}`,
        postcode: String(10_115 + dice.below(4_000)),
        country: 'Germany',
        notifyByEmail: dice.chance(0.8),
        notifyBySms: dice.chance(0.4),
      },
      now - (10 + dice.below(45)) * day,
    )
  })
  return (await Promise.all(created)).map(({ id }) => id)
}

async function fillHistories(
  practice: Practice,
  dice: Random,
  userId: string,
  patientIds: readonly string[],
  tagIds: readonly string[],
  now: number,
): Promise<void> {
  const writes = patientIds.map(async (patientId) => {
    const told = Array.from({ length: dice.below(4) }, (_, i) => ({
      text: dice.pick(noteTexts),
      at: now - (9 - i) * day,
    }))
    const status = dice.chance(0.7) ? dice.pick(['active', 'in_treatment', 'recall', 'inactive']) : undefined
    const carried = tagIds.filter(() => dice.chance(0.12))
    const revised = told.map(() => (dice.chance(0.35) ? dice.pick(afterthoughts) : undefined))
    const next = dice.chance(0.2)

    for (const tagId of carried) await togglePatientTag(practice, patientId, tagId)
    if (status !== undefined) await editPatient(practice, patientId, { status }, now - 8 * day)
    for (const [i, { text, at }] of told.entries()) {
      const note = await createNote(
        practice,
        userId,
        patientId,
        { ...text, isNext: next && i === told.length - 1 },
        at,
      )
      const afterthought = revised[i]
      if (afterthought !== undefined)
        await editNote(
          practice,
          userId,
          patientId,
          note.id,
          { body: `${text.body} ${afterthought}` },
          at + 60 * minute,
        )
    }
  })
  await Promise.all(writes)
}

/** Fills working days with appointments and gaps, a lunch break, and sometimes a blocked morning. */
async function fillCalendar(
  practice: Practice,
  dice: Random,
  userId: string,
  chairIds: readonly string[],
  patientIds: readonly string[],
  now: number,
): Promise<void> {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
  const bookings: Promise<unknown>[] = []
  const book = (
    entry: Omit<Parameters<typeof bookEntry>[2], 'startAt' | 'endAt'>,
    startAt: number,
    minutes: number,
  ) => {
    const times = { startAt: formatInstant(startAt), endAt: formatInstant(startAt + minutes * minute) }
    bookings.push(bookEntry(practice, userId, { ...entry, ...times }, Math.min(now, startAt - 7 * day)))
  }
  for (let offset = -7 * weeksAround; offset <= 7 * weeksAround; offset++) {
    const date = today.add({ days: offset })
    if (date.dayOfWeek > 5) continue
    const at = (time: string) => localTime(date.toString(), time, timezone)
    const closing = date.dayOfWeek === 3 || date.dayOfWeek === 5 ? at('13:00') : at('18:00')
    book({ type: 'reminder', title: 'Order supplies', chairId: chairIds[0]! }, at('08:00'), 15)
    for (const chairId of chairIds) {
      if (dice.chance(0.06)) {
        book({ type: 'unavailable', chairId, title: 'Maintenance' }, at('08:00'), 240)
        continue
      }
      book({ type: 'unavailable', chairId, title: 'Lunch' }, at('12:30'), closing === at('13:00') ? 30 : 60)
      for (const [from, to] of [
        [at('08:00'), at('12:30')],
        [at('13:30'), closing],
      ] as const) {
        let startAt = from + dice.below(3) * 15 * minute
        while (startAt < to) {
          const { minutes, ...treatment } = dice.pick(treatments)
          if (startAt + minutes * minute > to) break
          if (dice.chance(0.8))
            book(
              { type: 'appointment', chairId, patientId: dice.pick(patientIds), ...treatment },
              startAt,
              minutes,
            )
          startAt += (minutes + dice.below(3) * 15) * minute
        }
      }
    }
  }
  await Promise.all(bookings)
}
