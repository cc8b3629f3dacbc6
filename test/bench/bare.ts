/**
 * The bare program that the service is compared with: Bun.serve and bun:sqlite with prepared statements. It uses the
 * same file and pragmas, and answers the same JSON. It has no authentication, no validation and no framework.
 * It knows its one practice from the start, and makes one synced commit for every write.
 */
import { channelCodes, entryTypeCodes, kindCodes, namesOf, stateCodes } from '../../db/codes.ts'
import { whereBlock } from '../../db/entry-sql.ts'
import { openDatabase } from '../../db/open.ts'
import { idOf, idOfText, type StoredId, storedId, textOfId } from '../../db/stored-id.ts'
import { overlaps } from '../../src/domain/entry.ts'
import { newId } from '../../src/domain/id.ts'
import { defaultLeadMinutes } from '../../src/domain/reminders/lead.ts'
import { noticeChannels } from '../../src/domain/reminders/notice.ts'
import { planNotices, reminderTimesOf } from '../../src/domain/reminders/plan.ts'
import { formsOf, searchWords } from '../../src/domain/search.ts'
import { freeSlots } from '../../src/domain/slots.ts'
import { localDay } from '../../src/domain/time.ts'
import { defaultWorkingHours, openTimesOn } from '../../src/domain/working-hours.ts'
import { prepareDay } from './bare-day.ts'
import { prepareMe } from './bare-me.ts'
import { prepareMoves } from './bare-moves.ts'
import { prepareOpenings } from './bare-openings.ts'
import { formatInstant } from './bare-time.ts'

const [path, practiceId, userId] = process.argv.slice(2) as [string, string, string]
const db = openDatabase(path)
// The aims were set beside a program whose log began with an empty file each time. A rival that changes is no measure.
db.run('PRAGMA journal_size_limit = 0')
const [practiceKey, ownerId] = [
  db.query<{ key: number }, [StoredId]>('select key from practices where id = ?').get(storedId(practiceId))!
    .key,
  storedId(userId),
]
const entryTypes = namesOf(entryTypeCodes)
/** The settings of a practice with the default times for reminders. */
const unset = { moreLeadMinutes: null, sendFrom: null, sendUntil: null }

interface PatientRow {
  readonly id: StoredId
  readonly dob: string | null
  readonly statusChangedAt: number | null
  readonly tagIds: string
  readonly notifyByEmail: number
  readonly notifyBySms: number
  readonly recallConsent: number
  readonly metadata: string
  readonly createdAt: number
  readonly updatedAt: number
}
interface EntryRow {
  readonly id: StoredId
  readonly chairId: StoredId | null
  readonly patientId: StoredId | null
  readonly createdBy: StoredId
  readonly practitionerId: StoredId | null
  readonly seriesId: StoredId | null
  readonly appointmentTypeId: StoredId | null
  readonly holdUntil: number | null
  readonly type: number
  readonly startAt: number
  readonly endAt: number
  readonly metadata: string
  readonly createdAt: number
  readonly updatedAt: number
}
interface Block {
  readonly id: StoredId
  readonly startAt: number
  readonly endAt: number
}
interface Settings {
  readonly timezone: string
  readonly workingHours: string | null
  readonly slotMinutes: number | null
  readonly lead: number | null
}
interface Booking {
  readonly type: 'appointment'
  readonly chairId: string
  readonly patientId: string
  readonly title: string
  readonly startAt: string
  readonly endAt: string
  readonly serviceRef: string
}

/** Every parameter has a plus sign. `src/README.md` gives the reason. */
const patientColumns = `id, first_name as firstName, last_name as lastName, dob, gender, email,
  phone_mobile as phoneMobile, address, postcode, town, country, status, status_changed_at as statusChangedAt,
  (select json_group_array(${textOfId('tag_id')} order by row_id) from patient_tags t
   where t.practice_key = p.practice_key and t.patient_id = p.id) as tagIds,
  notify_by_email as notifyByEmail, notify_by_sms as notifyBySms, recall_consent as recallConsent, metadata, created_at as createdAt,
  updated_at as updatedAt, version`
const entryColumns = `id, chair_id as chairId, patient_id as patientId, type, title,
  start_at as startAt, end_at as endAt, color, service_ref as serviceRef, notes, created_by as createdBy, metadata,
  practitioner_id as practitionerId, series_id as seriesId, appointment_type_id as appointmentTypeId, hold_until as holdUntil, created_at as createdAt, updated_at as updatedAt, version`
const nameOrder = 'order by last_name_key, first_name_key, id limit +?2 offset +?3'

const onePatient = db.prepare<PatientRow, [number, StoredId]>(
  `select ${patientColumns} from patients p where practice_key = +?1 and id = +?2`,
)
const pageOfPatients = db.prepare<PatientRow, [number, number, number]>(
  `select ${patientColumns} from patients p where practice_key = +?1 ${nameOrder}`,
)
/**
 * The scan finds a word in a name. It also finds the word in the name with ä, å and others written as two letters.
 * `instr` finds the empty word everywhere.
 */
const occurs = (plain: number, spelledOut: number) =>
  `and (instr(last_name_key, +?${plain}) or instr(first_name_key, +?${plain}) or instr(spelled_key, +?${spelledOut}))`

/** A scan in the order of names, for at most three words. Each word has two forms. */
const search = db.prepare<PatientRow, [number, number, number, ...string[]]>(
  `select ${patientColumns} from patients p where practice_key = +?1
   ${occurs(4, 7)} ${occurs(5, 8)} ${occurs(6, 9)} ${nameOrder}`,
)
const entriesInWindow = db.prepare<EntryRow, [number, number, number]>(
  `select ${entryColumns} from entries where practice_key = +?1 and start_at >= +?2 and start_at < +?3 order by start_at, id`,
)
const settings = db.prepare<Settings, [number]>(
  `select timezone, working_hours as workingHours, slot_minutes as slotMinutes, reminder_lead_minutes as lead
   from practices where key = +?1`,
)
const chair = db.prepare<{ active: number }, [number, StoredId]>(
  'select active from chairs where practice_key = +?1 and id = +?2',
)
const patientExists = db.prepare<unknown, [number, StoredId]>(
  'select 1 from patients where practice_key = +?1 and id = +?2',
)
const blocks = `select id, start_at as startAt, end_at as endAt from entries
  where practice_key = +?1 and chair_id = +?2 and ${whereBlock}`
const lastBlockUpTo = db.prepare<Block, [number, StoredId, number]>(
  `${blocks} and start_at <= +?3 order by start_at desc limit 1`,
)
const blocksStartingWithin = db.prepare<Block, [number, StoredId, number, number]>(
  `${blocks} and start_at > +?3 and start_at < +?4 order by start_at`,
)
const insertEntry = db.prepare<unknown, (StoredId | string | number)[]>(
  `insert into entries (practice_key, id, chair_id, patient_id, type, title, start_at, end_at, service_ref, metadata,
     created_by, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, '{}', ?, ?, ?)`,
)
const insertReminder = db.prepare<unknown, (StoredId | string | number | null)[]>(
  `insert into reminder_jobs (practice_key, id, entry_id, patient_id, channel, start_at, due_at, next_attempt_at, state,
     reason, kind, slot, attempts, created_at, updated_at)
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${kindCodes.reminder}, 0, 0, ?, ?)`,
)
const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map((sql) => db.prepare(sql)) as [
  ReturnType<typeof db.prepare>,
  ReturnType<typeof db.prepare>,
  ReturnType<typeof db.prepare>,
]

const answer = (data: unknown, status = 200): Response =>
  Response.json({ data, requestId: `req_${crypto.randomUUID()}` }, { status })

const viewPatient = (row: PatientRow) => ({
  ...row,
  id: idOf(row.id),
  practiceId,
  dob: row.dob === null ? null : `${row.dob}T00:00:00.000Z`,
  statusChangedAt: row.statusChangedAt === null ? null : formatInstant(row.statusChangedAt),
  tagIds: JSON.parse(row.tagIds).map(idOfText),
  notifyByEmail: row.notifyByEmail === 1,
  notifyBySms: row.notifyBySms === 1,
  recallConsent: row.recallConsent === 1,
  metadata: JSON.parse(row.metadata),
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})

const viewEntry = (row: EntryRow) => ({
  ...row,
  holdUntil: undefined,
  hold: row.holdUntil === null ? null : { expiresAt: formatInstant(row.holdUntil) },
  id: idOf(row.id),
  practiceId,
  chairId: row.chairId && idOf(row.chairId),
  patientId: row.patientId && idOf(row.patientId),
  createdBy: idOf(row.createdBy),
  practitionerId: row.practitionerId && idOf(row.practitionerId),
  seriesId: row.seriesId && idOf(row.seriesId),
  appointmentTypeId: row.appointmentTypeId && idOf(row.appointmentTypeId),
  type: entryTypes[row.type],
  startAt: formatInstant(row.startAt),
  endAt: formatInstant(row.endAt),
  metadata: JSON.parse(row.metadata),
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})

const queryOf = (request: Request): URLSearchParams => new URL(request.url).searchParams

function listPatients(query: URLSearchParams): Response {
  const limit = Number(query.get('limit') ?? 50)
  const offset = Number(query.get('offset') ?? 0)
  const words = searchWords(query.get('search') ?? '').map(formsOf)
  const forms = (form: 'first' | 'last') =>
    [0, 1, 2].map((n) => (form === 'first' ? words[n]?.[0] : words[n]?.at(-1)) ?? '')
  const rows =
    words.length === 0
      ? pageOfPatients.all(practiceKey, limit, offset)
      : search.all(practiceKey, limit, offset, ...forms('first'), ...forms('last'))
  return answer({ patients: rows.map(viewPatient), limit, offset })
}

function listEntries(query: URLSearchParams): Response {
  const rows = entriesInWindow.all(practiceKey, Date.parse(query.get('from')!), Date.parse(query.get('to')!))
  return answer({ appointments: rows.map(viewEntry) })
}

function blocksDuring(chairId: StoredId, startAt: number, endAt: number): Block[] {
  const before = lastBlockUpTo.get(practiceKey, chairId, startAt)
  const within = blocksStartingWithin.all(practiceKey, chairId, startAt, endAt)
  return before !== null && overlaps(before, { startAt, endAt }) ? [before, ...within] : within
}

function availability(query: URLSearchParams): Response {
  const { timezone, workingHours, slotMinutes } = settings.get(practiceKey)!
  const [date, chairId] = [query.get('date')!, storedId(query.get('chairId')!)]
  const { startAt, endAt } = localDay(date, timezone)
  const slots = chair.get(practiceKey, chairId)!.active
    ? freeSlots(
        openTimesOn(workingHours === null ? defaultWorkingHours : JSON.parse(workingHours), date, timezone),
        (slotMinutes ?? 15) * 60_000,
        Number(query.get('durationMinutes')) * 60_000,
        blocksDuring(chairId, startAt, endAt),
      )
    : []
  const view = (slot: { startAt: number; endAt: number }) => ({
    startAt: formatInstant(slot.startAt),
    endAt: formatInstant(slot.endAt),
  })
  return answer({ slots: slots.map(view) })
}

async function book(request: Request): Promise<Response> {
  const body = (await request.json()) as Booking
  const now = Date.now()
  const id = newId(now)
  const { type, title, serviceRef } = body
  const [entryId, chairId, patientId] = [storedId(id), storedId(body.chairId), storedId(body.patientId)]
  const [startAt, endAt] = [Date.parse(body.startAt), Date.parse(body.endAt)]
  begin.run()
  try {
    if (!chair.get(practiceKey, chairId)?.active || !patientExists.get(practiceKey, patientId))
      throw new Error('a booking without a body')
    const inTheWay = blocksDuring(chairId, startAt, endAt)
    if (inTheWay.length > 0) {
      rollback.run()
      return refuse(inTheWay)
    }
    insertEntry.run(
      practiceKey,
      entryId,
      chairId,
      patientId,
      entryTypeCodes[type],
      title,
      startAt,
      endAt,
      serviceRef,
      ownerId,
      now,
      now,
    )
    const { lead, timezone } = settings.get(practiceKey)!
    const reminderLeadMinutes = lead ?? defaultLeadMinutes
    const times = reminderTimesOf({ timezone, reminderLeadMinutes }, unset)
    for (const step of planNotices(null, { type, patientId: body.patientId, startAt }, times, now)) {
      const [state, reason] =
        step.do === 'skip' ? [stateCodes.skipped, step.reason] : [stateCodes.scheduled, null]
      if (step.do === 'cancel') continue
      const instants = [startAt, step.dueAt, step.do === 'schedule' ? step.sendAt : step.dueAt]
      for (const channel of noticeChannels)
        insertReminder.run(
          practiceKey,
          storedId(newId(now)),
          entryId,
          patientId,
          channelCodes[channel],
          ...instants,
          state,
          reason,
          now,
          now,
        )
    }
    commit.run()
  } catch (error) {
    if (db.inTransaction) rollback.run()
    throw error
  }
  const times = { createdAt: formatInstant(now), updatedAt: formatInstant(now) }
  const { startAt: _start, endAt: _end, ...rest } = { ...body }
  const entry = { ...rest, startAt: formatInstant(startAt), endAt: formatInstant(endAt) }
  return answer(
    {
      id,
      practiceId,
      color: null,
      notes: null,
      createdBy: userId,
      metadata: {},
      practitionerId: null,
      seriesId: null,
      appointmentTypeId: null,
      hold: null,
      ...entry,
      ...times,
      version: 1,
      warnings: [],
    },
    201,
  )
}

function refuse(inTheWay: readonly Block[]): Response {
  const details = inTheWay.map((block) => ({
    path: 'startAt',
    message: 'overlaps an entry on this chair',
    entryId: idOf(block.id),
    startAt: formatInstant(block.startAt),
    endAt: formatInstant(block.endAt),
  }))
  const count = inTheWay.length === 1 ? '1 entry is' : `${inTheWay.length} entries are`
  const error = {
    code: 'conflict',
    status: 409,
    message: `The chair is taken at that time: ${count} in the way. Choose another time or another chair.`,
    details,
  }
  return Response.json({ error, requestId: `req_${crypto.randomUUID()}` }, { status: 409 })
}

const own = { practiceId, practiceKey, userId }
const me = prepareMe(db, own)
const day = prepareDay(db, own)
const openingsOf = prepareOpenings(db, own)
const move = prepareMoves<EntryRow & { readonly chairId: StoredId }>(db, own, entryColumns)

async function moveEntries(request: Request): Promise<Response> {
  const { moves } = (await request.json()) as { moves: Parameters<typeof move>[0] }
  return answer({ appointments: move(moves).map((row) => ({ ...viewEntry(row), warnings: [] })) })
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT ?? 0),
  development: false,
  routes: {
    '/nothing': () => new Response('{}'),
    '/api/v1/me': () => answer(me()),
    '/api/v1/patients': (request) => listPatients(queryOf(request)),
    '/api/v1/patients/:id': (request) =>
      answer(viewPatient(onePatient.get(practiceKey, storedId(request.params.id))!)),
    '/api/v1/appointments': {
      GET: (request) => listEntries(queryOf(request)),
      POST: book,
    },
    '/api/v1/appointments/availability': (request) => availability(queryOf(request)),
    '/api/v1/appointments/moves': { POST: moveEntries },
    '/api/v1/day': (request) => answer(day(queryOf(request).get('date')!)),
    '/api/v1/openings': (request) => answer(openingsOf(queryOf(request))),
  },
})
console.log(`listening on http://localhost:${server.port}`)
