/**
 * Random requests to the paths and pages for online booking, which need no token. Many of the requests are almost
 * right.
 */
import { expect } from 'bun:test'
import fc from 'fast-check'
import { client } from './client.ts'
import { expectSound, headers, methods, query, segment, value } from './fuzz.ts'
import { type BookingClinic, bookingPage, publicBase, zoe } from './online-booking.ts'

const minute = 60_000
const lastDay = Date.parse('9999-12-31T10:00:00Z')
/** A patient of the practice. No answer may contain a value of this patient. */
const hidden = {
  firstName: 'Hiddenfirst',
  lastName: 'Hiddenlast',
  dob: '1944-04-04',
  phoneMobile: '0151 4444444',
}

const kinds = ['types', 'times', 'hold', 'code', 'confirm', 'look', 'press'] as const
const steps = ['hold', 'times', 'edit', 'code', 'again', 'confirm', '', 'x']
const fields = [
  ...['appointmentTypeId', 'startAt', 'practitionerId', 'known', 'insteadOf', 'secret', 'email', 'phone'],
  ...['language', 'code', 'firstName', 'lastName', 'dob', 'answers', 'from', 'type', 'time', 'lang', 'step'],
  ...['contact', 'day', 'month', 'year', 'answer0', 'answer99', '__proto__', 'expiresAt'],
]

/** A correct request, and the changes that make it odd. */
const asked = fc.record({
  kind: fc.constantFrom(...kinds),
  n: fc.nat(),
  step: fc.constantFrom(...steps),
  /** `odd` holds fields with other values, and `without` holds fields that are left out. */
  odd: fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    { weight: 3, arbitrary: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 2 }) },
  ),
  without: fc.subarray(fields, { maxLength: 1 }),
  /** Another method, another body or a longer path. */
  method: rarely(fc.constantFrom(...methods)),
  body: rarely(fc.oneof(fc.json(), fc.string({ unit: 'binary' }))),
  more: rarely(fc.oneof(segment, fc.constantFrom('/', '/x', '%2fholds', '/../holds', ';x'))),
  slug: rarely(segment),
  query: rarely(query),
  headers: rarely(headers),
  address: fc.nat(400),
  passes: rarely(fc.nat(25)),
  /**
   * Whether the only chair is active from now on. Without an active chair, no time is offered, and each search for
   * other times runs to its end.
   */
  offers: fc.oneof(
    { weight: 40, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(true, true, false) },
  ),
})

function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
}

/**
 * Sends this number of random requests. Throws when an answer is a 5xx, is neither an envelope nor a page, or contains
 * a value of the hidden patient. Throws also when the service reports a fault. Returns how many answers had each
 * status.
 */
export async function fuzzBooking(
  c: BookingClinic,
  handle: (request: Request) => Promise<Response>,
  base: string,
  numRuns: number,
): Promise<Record<string, number>> {
  await c.owner.call('POST', '/api/v1/patients', { ...hidden, email: 'hidden@example.org' })
  const call = client(handle, undefined, base)
  const secrets: string[] = ['ch_unknown']
  const counts: Record<string, number> = {}
  const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!
  const right = (kind: (typeof kinds)[number], n: number, step: string): Record<string, unknown> => {
    const startAt = new Date(
      n % 41 === 0 ? lastDay : Math.ceil(c.clock.now / (15 * minute)) * 15 * minute + (n % 900) * 15 * minute,
    ).toISOString()
    const secret = pick(secrets.slice(-6), n)
    const code = /\b\d{6}\b/.exec(c.emails.at(-1 - (n % 3))?.text ?? '')?.[0] ?? '123456'
    const known = n % 2 === 0
    // Every fifth request uses the name and the e-mail address of the hidden patient.
    const person = n % 5 === 0 ? hidden : zoe
    const email = n % 5 === 0 ? 'hidden@example.org' : `v${n % 50}@example.org`
    const { firstName, lastName, dob } = person
    const [year, month, day] = dob.split('-')
    switch (kind) {
      case 'types':
        return {}
      case 'times':
        return { appointmentTypeId: c.typeId, known: String(known), from: startAt.slice(0, 10) }
      case 'hold':
        return { appointmentTypeId: c.typeId, startAt, practitionerId: null, known }
      case 'code':
        return { secret, email, language: 'de' }
      case 'confirm':
        return { secret, code, firstName, lastName, dob, answers: ['Pain'] }
      case 'look':
        return { known: known ? 'yes' : 'no', type: c.typeId, lang: 'de', from: startAt.slice(0, 10) }
      case 'press':
        return {
          step,
          secret,
          type: c.typeId,
          known: known ? 'yes' : 'no',
          lang: 'en',
          time: `${startAt} `,
          firstName,
          lastName,
          day,
          month,
          year,
          contact: email,
          code,
          answer0: '<b>',
        }
    }
  }
  const paths = {
    hold: '/holds',
    code: '/holds/code',
    confirm: '/holds/confirm',
    types: '/appointment-types',
    times: '/openings',
  }
  await fc.assert(
    fc.asyncProperty(asked, async ({ kind, n, step, odd, without, ...twist }) => {
      if (twist.passes !== undefined) c.clock.now += twist.passes * minute
      if (twist.offers !== undefined) {
        const set = await c.owner.call('PATCH', `/api/v1/chairs/${c.chairId}`, { active: twist.offers })
        expect(set.status, set.text).toBe(200)
      }
      const isPage = kind === 'look' || kind === 'press'
      const isWrite = ['hold', 'code', 'confirm', 'press'].includes(kind)
      const said = Object.entries({ ...right(kind, n, step), ...odd }).filter(
        ([name]) => !without.includes(name),
      )
      const form = new URLSearchParams(said.map(([name, value]): [string, string] => [name, formed(value)]))
      const path = isPage ? bookingPage : publicBase + paths[kind]
      const slugged = twist.slug === undefined ? path : path.replace('lindenplatz', twist.slug)
      const search = twist.query ?? (isWrite ? '' : form.toString())
      const method = twist.method ?? (isWrite ? 'POST' : 'GET')
      const rightBody = isPage ? form.toString() : JSON.stringify(Object.fromEntries(said))
      const body = ['GET', 'HEAD'].includes(method)
        ? undefined
        : (twist.body ?? (isWrite ? rightBody : undefined))
      const answer = await call(method, `${slugged}${twist.more ?? ''}${search && `?${search}`}`, body, {
        ...(isPage && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...twist.headers,
        'x-real-ip': `198.51.${Math.floor(twist.address / 200)}.${(twist.address % 200) + 1}`,
      })
      const text = `${method} ${slugged}${twist.more ?? ''}?${search} ${body} → ${answer.status} ${answer.text}`
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
      expect(c.faults.splice(0), text).toEqual([])
      expectSound(answer, method, text)
      expect(answer.headers.get('set-cookie')).toBeNull()
      const typed = JSON.stringify([said, body, search])
      for (const word of Object.values(hidden))
        if (!typed.includes(word) && !typed.includes(encodeURIComponent(word)))
          expect(answer.text, text).not.toContain(word)
      const secret =
        /"secret":"([^"]+)"/.exec(answer.text) ?? /name="secret" value="([^"]+)"/.exec(answer.text)
      if (secret !== null) secrets.push(secret[1]!)
    }),
    { numRuns },
  )
  return counts
}

const formed = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
