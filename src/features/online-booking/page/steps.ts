/**
 * Does each step of the booking page, with the same actions as the public API. Then draws the page that follows the
 * step.
 */
import { longestAnswer } from '../../../domain/online-booking.ts'
import { type Issue, Problem } from '../../../domain/problem.ts'
import { hashSecret } from '../../../domain/secrets.ts'
import { localDate, parseInstant } from '../../../domain/time.ts'
import { reader } from '../../../http/reader.ts'
import { statusOf } from '../../../http/statuses.ts'
import { bookingWords } from '../../../messages/booking-page/by-language.ts'
import { calendarFile } from '../../../messages/calendar.ts'
import { type LanguageId, languages } from '../../../messages/languages.ts'
import { findMember } from '../../../store/access/members.ts'
import { type EntryRow, findEntry } from '../../../store/calendar/entries.ts'
import { findBySecret, type OnlineBookingRow } from '../../../store/calendar/online-bookings.ts'
import { appointmentEvent } from '../../shared/appointment-event.ts'
import { becomeOf, confirmHold } from '../confirming.ts'
import { holdTime } from '../holding.ts'
import { type MovedVisit, moveToHeld, notMovable } from '../moving.ts'
import { nextDays, wantedOf } from '../offers.ts'
import type { BookingPlace } from '../place.ts'
import { type CodeDeps, codeChannels, sendCode } from '../proving.ts'
import { codeBody, confirmBody, holdBody, offersQuery } from '../schema.ts'
import { viewTypes } from '../types.ts'
import {
  contactBy,
  type Details,
  drawCode,
  drawDetails,
  drawDone,
  drawGone,
  drawMove,
  drawTimes,
  drawTrouble,
  drawTypes,
  drawWelcome,
  type Frame,
  type ShownHold,
  type ShownTime,
  type ShownType,
  type Wrong,
} from './draw.ts'

export { drawNowhere } from './draw.ts'

/** One request of a visitor. */
export interface Step {
  readonly place: BookingPlace
  readonly slug: string
  readonly language: LanguageId
  /** The value of a field of the form, or of the query. Empty when the field is missing. */
  readonly field: (name: string) => string
  readonly network: string
  readonly codes: CodeDeps
  /** The visit that a patient wants to move. Null when the link leads to no visit, undefined when there is no link. */
  readonly visit?: MovedVisit | null | undefined
}

export interface Drawn {
  /** A page, or the text of a file for a calendar. */
  readonly html: string
  readonly status: number
  readonly isCalendar?: true
}

const drawn = (html: string, status = 200): Drawn => ({ html, status })

const readOffers = reader(offersQuery)
const readHold = reader(holdBody)
const readCode = reader(codeBody)
const readConfirm = reader(confirmBody)

/** Shows the first question, the types, or the free times of a type. */
function shown(step: Step): Drawn {
  const { field } = step
  const seen = seenBy(step)
  const known = field('known')
  if (known !== 'yes' && known !== 'no') return drawn(drawWelcome(seen.frame))
  const isKnown = known === 'yes'
  const type = seen.types.find(({ id }) => id === field('type'))
  if (type === undefined) return drawn(drawTypes(seen.frame, isKnown, typesFor(seen, isKnown)))
  return drawn(times(step, seen.frame, { type, known: isKnown, from: field('from') || null }))
}

/** Holds the time of a button, whose value is the start and the id of the member. */
async function hold(step: Step): Promise<Drawn> {
  const { field, place, network, codes, visit } = step
  const [startAt = '', practitionerId = ''] = field('time').split(' ')
  const secret = field('secret')
  const own = visit === undefined ? undefined : movable(step)
  const body = readHold({
    appointmentTypeId: own?.typeId ?? field('type'),
    startAt,
    practitionerId: practitionerId || null,
    known: own?.known ?? field('known') === 'yes',
    ...(secret !== '' && { insteadOf: secret }),
  })
  const held = await holdTime(place, { ...body, moves: visit?.entry.id }, network, codes.now())
  return withHold(step, held.secret, (frame, hold) =>
    drawn(visit ? drawMoveTo(step, frame, hold, visit) : drawDetails(frame, hold, nothingTyped)),
  )
}

/** The times to which a patient may move their visit. */
function move(step: Step): Drawn {
  const { field } = step
  const { typeId, known } = movable(step)
  const { frame, types } = seenBy(step)
  const type = types.find(({ id }) => id === typeId)
  if (type === undefined) throw notMovable()
  return drawn(
    times(step, frame, { type, known, from: field('from') || null, secret: field('secret') || undefined }),
  )
}

/** Moves the visit to the time that is held. */
async function moved(step: Step): Promise<Drawn> {
  const { field, place, codes, visit, language } = step
  const secret = field('secret')
  // The browser may send a form twice.
  if (visit?.own === null && findBySecret(place.practice.read, hashSecret(secret)) === null)
    return shownMoved(step, visit.entry)
  movable(step)
  return withHold(step, secret, async (frame, hold) => {
    const { again } = bookingWords[language].move
    if (!visit!.mayPress(field('ticket'))) return drawn(drawMoveTo(step, frame, hold, visit!, again), 409)
    try {
      return shownMoved(step, await moveToHeld(visit!, secret, codes.now()))
    } catch (error) {
      // The same form was sent twice at the same time.
      const entry = findEntry(place.practice.read, visit!.entry.id)
      if (entry !== null && entry.startAt !== visit!.entry.startAt) return shownMoved(step, entry)
      throw error
    }
  })
}

const shownMoved = (step: Step, { startAt, practitionerId }: EntryRow): Drawn =>
  drawn(
    drawDone(seenBy(step).frame, {
      type: null,
      decidedBy: null,
      isMoved: true,
      time: shownTime(step.place, startAt, practitionerId),
    }),
  )

const drawMoveTo = (step: Step, frame: Frame, hold: ShownHold, visit: MovedVisit, trouble?: string): string =>
  drawMove(frame, {
    before: shownTime(step.place, visit.entry.startAt, visit.entry.practitionerId),
    held: hold,
    secret: hold.secret,
    expiresAt: hold.expiresAt,
    ticket: visit.ticket(),
    trouble,
  })

/** What the patient may do with their visit. @throws `conflict` when they may not move it now. */
function movable({ visit, place, codes }: Step): NonNullable<MovedVisit['own']> {
  const own = visit?.own
  if (!own) throw notMovable()
  const asked = { appointmentTypeId: own.typeId, known: own.known }
  if (wantedOf(place.practice.read, asked, codes.now()).mode !== 'instant') throw notMovable()
  return own
}

/** The appointment as a file for a calendar. */
function calendar(step: Step): Drawn {
  const { place, field, codes, visit, language } = step
  const { read } = place.practice
  const row = findBySecret(read, hashSecret(field('secret')))
  const become = row && becomeOf(read, row)
  const entry = visit?.entry ?? (become?.booking.state === 'booked' ? findEntry(read, row!.id) : null)
  if (entry === null) return lost(step)
  const file = calendarFile(languages[language], appointmentEvent(read, entry, codes.now()))
  return { ...drawn(file.content), isCalendar: true }
}

/** Shows the free times again. When the visitor chooses another time, the hold is released. */
const otherTimes = (step: Step) =>
  withHold(step, step.field('secret'), (frame, { type, known, secret }) =>
    drawn(times(step, frame, { type, known, from: null, secret })),
  )

const edit = (step: Step) =>
  withHold(step, step.field('secret'), (frame, hold) => drawn(drawDetails(frame, hold, typedIn(step, hold))))

/** Checks what the visitor typed, and sends the code. */
const askForCode = (step: Step) =>
  withHold(step, step.field('secret'), async (frame, hold) => {
    const { place, network, codes, language } = step
    const details = typedIn(step, hold)
    const wrong = wrongIn(frame, details)
    const contact = details.contact.includes('@') ? { email: details.contact } : { phone: details.contact }
    if (wrong !== undefined) return drawn(drawDetails(frame, hold, details, wrong), 400)
    try {
      await sendCode(codes, place, readCode({ secret: hold.secret, language, ...contact }), network)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error
      const { contact } = bookingWords[language].errors
      return drawn(drawDetails(frame, hold, details, { contact: contact[contactBy(frame)] }), 400)
    }
    return drawn(drawCode(frame, hold, details))
  })

const confirm = (step: Step) =>
  withHold(step, step.field('secret'), async (frame, hold) => {
    const { field, place, codes, language } = step
    const details = typedIn(step, hold)
    const { errors } = bookingWords[language]
    // People copy the code with spaces before, in or after it.
    const code = field('code').replaceAll(/\D/g, '')
    const again = (trouble: string, status: number) =>
      drawn(drawCode(frame, hold, details, { code: trouble }), status)
    if (code.length !== 6) return again(errors.wrongCode, 400)
    const wrong = wrongIn(frame, details)
    if (wrong !== undefined) return drawn(drawDetails(frame, hold, details, wrong), 400)
    try {
      const row = await confirmHold(place, readConfirm(bodyOf(hold.secret, code, details)), codes.now())
      return done(step, row)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'conflict' && error.details?.[0]?.path === 'startAt') {
        const choice = { type: hold.type, known: hold.known, from: dayOf(step, hold.startAt) }
        return drawn(times(step, frame, { ...choice, trouble: errors.gone }), statusOf[error.code])
      }
      if (error.details?.[0]?.path !== 'code') throw error
      return again(error.code === 'conflict' ? errors.codeEnded : errors.wrongCode, statusOf[error.code])
    }
  })

const acts: ReadonlyMap<string, (step: Step) => Drawn | Promise<Drawn>> = new Map(
  Object.entries({
    hold,
    times: otherTimes,
    edit,
    code: askForCode,
    again: askForCode,
    confirm,
    move,
    moved,
    calendar,
  }),
)

/** Carries out the step of a form. */
export const press = (step: Step) => carriedOut(step, acts.get(step.field('step')) ?? lost)

/** Shows the page of an address. This changes nothing. */
export const look = (step: Step) => carriedOut(step, shown)

/** Carries out a step. A refusal becomes a page that explains what to do. */
async function carriedOut(step: Step, act: (step: Step) => Drawn | Promise<Drawn>): Promise<Drawn> {
  try {
    return await act(step)
  } catch (error) {
    if (error instanceof Problem) return troubled(step, error)
    throw error
  }
}

/** The practice and its types, for one request. */
function seenBy({ place, slug, language, codes, visit }: Step) {
  const { practice, codesBy, appointmentTypes } = viewTypes(
    place.practice.read,
    place.row,
    codeChannels(codes),
  )
  const frame: Frame = { slug, language, practice, codesBy, link: visit?.token }
  return { frame, types: appointmentTypes }
}
type Seen = ReturnType<typeof seenBy>

const typesFor = ({ types }: Seen, known: boolean) =>
  types.flatMap((type) => {
    const mode = known ? type.knownPatients : type.newPatients
    return mode === 'off' ? [] : [{ ...type, isRequest: mode === 'request' }]
  })

interface Choice {
  readonly type: ShownType
  readonly known: boolean
  readonly from: string | null
  readonly secret?: string | undefined
  readonly trouble?: string
}

function times({ place, codes, visit }: Step, frame: Frame, choice: Choice): string {
  const { read } = place.practice
  const now = codes.now()
  return read.snapshot(() => {
    const asked = { appointmentTypeId: choice.type.id, known: choice.known }
    const { from } = readOffers({
      ...asked,
      known: String(asked.known),
      ...(choice.from && { from: choice.from }),
    })
    const wanted = wantedOf(read, { ...asked, moves: visit?.entry.id }, now)
    const { days, next } = nextDays(read, wanted, { from }, now)
    const shownDays = days.map(({ date, offers }) => ({
      date,
      times: offers.map(({ startAt, lane }) => shownTime(place, startAt, lane.practitionerId)),
    }))
    return drawTimes(frame, {
      ...choice,
      isRequest: wanted.mode === 'request',
      days: shownDays,
      nextFrom: next,
    })
  })
}

function shownTime({ practice }: BookingPlace, startAt: number, memberId: string | null): ShownTime {
  const member = memberId === null ? null : findMember(practice.read, memberId)
  return { startAt, practitioner: member && { id: member.id, name: member.name } }
}

/**
 * Calls `goOn` with the hold to which a secret belongs. A hold that is already booked or requested is shown as booked
 * or requested, because the browser may send a form twice.
 */
function withHold(
  step: Step,
  secret: string,
  goOn: (frame: Frame, hold: ShownHold) => Drawn | Promise<Drawn>,
): Drawn | Promise<Drawn> {
  const { place, codes } = step
  const row = findBySecret(place.practice.read, hashSecret(secret))
  if (row === null) return lost(step)
  if (row.patientId !== null) return done(step, row)
  const { frame, types } = seenBy(step)
  const type = types.find(({ id }) => id === row.appointmentTypeId)
  if (type === undefined) return lost(step)
  if (row.state === 'closed' || row.expiresAt <= codes.now()) return instead(step, frame, row, type)
  const { mode } = wantedOf(place.practice.read, row, codes.now())
  return goOn(frame, {
    ...shownTime(place, row.startAt, row.practitionerId),
    secret,
    type,
    known: row.known,
    isRequest: mode === 'request',
    expiresAt: row.expiresAt,
  })
}

/** Shows the present state of a booking: the practice may have accepted, moved or declined it. */
function done(step: Step, row: OnlineBookingRow): Drawn {
  const { frame, types } = seenBy(step)
  const { read } = step.place.practice
  const { booking, entry } = becomeOf(read, row)
  if (booking.state === 'closed') return drawn(drawGone(frame))
  const type = types.find(({ id }) => id === row.appointmentTypeId) ?? null
  const time = shownTime(step.place, entry.startAt, entry.practitionerId)
  const decidedBy = booking.state === 'requested' ? booking.decideUntil : null
  return drawn(drawDone(frame, { type, time, decidedBy, secret: step.field('secret') }))
}

/** Other times for a hold that has ended. */
function instead(step: Step, frame: Frame, { startAt, known }: OnlineBookingRow, type: ShownType): Drawn {
  const { ended } = bookingWords[step.language].errors
  return drawn(times(step, frame, { type, known, from: dayOf(step, startAt), trouble: ended }), 409)
}

const dayOf = ({ place }: Step, at: number): string => localDate(at, place.row.timezone)

/** Explains in the words of the page why a step was refused. */
function troubled(step: Step, problem: Problem): Drawn {
  const { field, language } = step
  const { errors } = bookingWords[language]
  const status = statusOf[problem.code]
  const isAt = (path: string) => problem.details?.some((issue: Issue) => issue.path === path)
  const startAt = parseInstant(field('time').split(' ')[0]!)
  const { frame, types } = seenBy(step)
  const type = types.find(({ id }) => id === field('type'))
  if (problem.code === 'rate_limited') {
    const minutes = Math.max(1, Math.ceil((problem.waitSeconds ?? 60) / 60))
    return drawn(drawTrouble(frame, errors.tooManyHeld(minutes)), status)
  }
  if (problem.code === 'conflict' && isAt('startAt') && type !== undefined && startAt !== undefined) {
    const choice = { type, known: field('known') === 'yes', from: dayOf(step, startAt) }
    return drawn(times(step, frame, { ...choice, trouble: errors.gone }), status)
  }
  if (problem.code === 'conflict' && isAt('appointmentTypeId'))
    return drawn(drawTrouble(frame, errors.pleaseCall), status)
  if (problem.code === 'validation_failed') return lost(step)
  return drawn(drawTrouble(frame, errors.failed), status)
}

function lost(step: Step): Drawn {
  return drawn(drawTrouble(seenBy(step).frame, bookingWords[step.language].errors.lost), 400)
}

const nothingTyped: Details = {
  firstName: '',
  lastName: '',
  day: '',
  month: '',
  year: '',
  contact: '',
  answers: [],
}

const typedIn = ({ field }: Step, { type }: ShownHold): Details => ({
  firstName: field('firstName').trim(),
  lastName: field('lastName').trim(),
  day: field('day').trim(),
  month: field('month').trim(),
  year: field('year').trim(),
  contact: field('contact').trim(),
  // A form sends the end of a line as two characters, CR and LF.
  answers: type.questions.map((_, i) => field(`answer${i}`).replaceAll('\r\n', '\n').trim()),
})

const bodyOf = (
  secret: string,
  code: string,
  { firstName, lastName, day, month, year, answers }: Details,
) => ({
  secret,
  code,
  firstName,
  lastName,
  answers,
  dob: `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
})

/**
 * Checks what the visitor typed, by the rules of the API. The visitor types the code later, so a well-formed code takes
 * its place here.
 */
function wrongIn(frame: Frame, details: Details): Wrong | undefined {
  const { errors } = bookingWords[frame.language]
  const contact = details.contact === '' ? errors.contact[contactBy(frame)] : undefined
  try {
    readConfirm(bodyOf('', '000000', details))
    return contact === undefined ? undefined : { contact }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const at = (path: string) => error.details?.some((issue) => issue.path === path)
    return {
      ...(at('firstName') && { firstName: errors.firstName }),
      ...(at('lastName') && { lastName: errors.lastName }),
      ...(at('dob') && { dob: errors.dob }),
      ...(contact !== undefined && { contact }),
      answers: details.answers.map((_, i) => (at(`answers.${i}`) ? errors.answer(longestAnswer) : undefined)),
    }
  }
}
