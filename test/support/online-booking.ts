/** A practice that takes bookings online, and people who book there. */
import type { EmailMessage, SmsMessage } from '../../src/delivery/delivery.ts'
import type { Answer } from './client.ts'
import { type Clinic, type ClinicOptions, clinic } from './clinic.ts'
import { until } from './until.ts'

export const slug = 'lindenplatz'
export const publicBase = `/api/v1/public/practices/${slug}`
const settings = { enabled: true, slug, frameAncestors: [], requestHours: 48, mostOpenRequests: 20 }

export type Mode = 'off' | 'request' | 'instant'
export const online = (mode: Mode, more: object = {}) => ({
  newPatients: mode,
  knownPatients: mode,
  leastNoticeMinutes: 120,
  horizonDays: 60,
  mostPerDay: null,
  cancelUntilMinutes: 1_440,
  questions: ['What is it about?'],
  ...more,
})

/** A visitor with their own IP address. */
export interface Visitor {
  readonly ask: (method: string, path: string, body?: object) => Promise<Answer>
  /** Holds a time of the practice's type. */
  readonly hold: (startAt: string, more?: object) => Promise<Answer>
  /** Asks for a confirmation code, and reads it in the message. */
  readonly code: (secret: string, to?: object) => Promise<string>
  readonly confirm: (secret: string, code: string, more?: object) => Promise<Answer>
  /** Holds a time, proves the contact and confirms. */
  readonly book: (startAt: string, more?: object, person?: object) => Promise<Answer>
}

export interface BookingClinic extends Clinic {
  readonly typeId: string
  readonly chairId: string
  readonly emails: EmailMessage[]
  readonly texts: SmsMessage[]
  readonly visitor: (address?: string) => Visitor
}

export const zoe = { firstName: 'Zoé', lastName: 'Müller', dob: '1987-04-23' }
let visitors = 0

/**
 * A clinic with one chair and one appointment type that anybody can book. It is open every day from 9 to 17 o'clock.
 */
export async function bookingClinic(
  mode: Mode = 'instant',
  more: object = {},
  options: ClinicOptions = {},
): Promise<BookingClinic> {
  const emails: EmailMessage[] = []
  const texts: SmsMessage[] = []
  const c = await clinic({
    addressHeader: 'x-real-ip',
    channels: {
      email: async (mail) => void emails.push(mail),
      sms: async (text) => void texts.push(text),
      logOnly: false,
    },
    ...options,
  })
  const chair = await c.owner.call('POST', '/api/v1/chairs', { name: 'One' })
  const type = await c.owner.call('POST', '/api/v1/appointment-types', {
    name: 'Check-up',
    patientName: { en: 'Check-up', de: 'Kontrolle' },
    durationMinutes: 30,
    online: online(mode, more),
  })
  const set = await c.owner.call('PATCH', '/api/v1/practice', { onlineBooking: settings })
  if (set.status !== 200) throw new Error(set.text)
  return { ...c, typeId: type.data.id, chairId: chair.data.id, emails, texts, visitor: visitorOf }

  function visitorOf(address = `198.51.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}`): Visitor {
    const ask: Visitor['ask'] = (method, path, body) =>
      c.anonymous(method, publicBase + path, body, { 'x-real-ip': address })
    const hold: Visitor['hold'] = (startAt, more = {}) =>
      ask('POST', '/holds', {
        appointmentTypeId: type.data.id,
        startAt,
        practitionerId: null,
        known: false,
        ...more,
      })
    const code: Visitor['code'] = async (secret, to = { email: 'zoe@example.org' }) => {
      const before = emails.length + texts.length
      const { status, text } = await ask('POST', '/holds/code', { secret, language: 'en', ...to })
      if (status !== 200) throw new Error(text)
      await until('a code', () => emails.length + texts.length > before)
      const sent = 'email' in to ? emails.at(-1)!.text : texts.at(-1)!.text
      return /\b\d{6}\b/.exec(sent)![0]
    }
    const confirm: Visitor['confirm'] = (secret, code, more = {}) =>
      ask('POST', '/holds/confirm', { secret, code, ...zoe, answers: ['Pain'], ...more })
    const book: Visitor['book'] = async (startAt, more, person) => {
      const held = await hold(startAt, more)
      if (held.status !== 201) return held
      const email = `${crypto.randomUUID()}@example.org`
      return confirm(held.data.secret, await code(held.data.secret, { email }), person)
    }
    return { ask, hold, code, confirm, book }
  }
}

export const bookingPage = `/book/${slug}`

type SendForm = (
  fields: Record<string, string>,
) => Promise<{ readonly status: number; readonly text: string }>

/** The fields that a visitor fills in on the booking page. */
export const typed = {
  firstName: 'Zoé',
  lastName: 'Müller',
  day: '23',
  month: '4',
  year: '1987',
  contact: 'zoe@example.org',
  answer0: '<script>alert(1)</script>',
  lang: 'en',
}

/** Presses the button of a time. Returns the secret in the form of the next page. */
export async function holdOnPage({ typeId }: BookingClinic, send: SendForm): Promise<string> {
  const time = '2026-03-03T09:00:00.000Z '
  const { status, text } = await send({ step: 'hold', type: typeId, known: 'no', lang: 'en', time })
  if (status !== 200) throw new Error(text)
  return /name="secret" value="([^"]+)"/.exec(text)![1]!
}

/** Books with the forms of the booking page. Returns the secret and the code. */
export async function bookOnPage(c: BookingClinic, send: SendForm) {
  const secret = await holdOnPage(c, send)
  const before = c.emails.length
  await send({ step: 'code', secret, ...typed })
  await until('a code', () => c.emails.length > before)
  const code = /\b\d{6}\b/.exec(c.emails.at(-1)!.text)![0]
  await send({ step: 'confirm', secret, code, ...typed })
  return { secret, code }
}
