import { describe, expect, spyOn, test } from 'bun:test'
import { Sites } from '../../src/domain/site.ts'
import { monday } from '../support/clinic.ts'
import {
  type BookingClinic,
  bookingClinic,
  bookOnPage,
  holdOnPage,
  bookingPage as page,
  publicBase,
  slug,
  typed,
} from '../support/online-booking.ts'

/** Sends a request to the booking page. A form is sent in the format of browsers. */
const ask = ({ app }: BookingClinic, path: string, form?: Record<string, string>, headers = {}) =>
  app.handle(
    new Request(`http://localhost${path}`, {
      headers,
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    }),
  )

const held = (c: BookingClinic) => holdOnPage(c, sender(c))

/** Returns a function that sends a form of the page. */
const sender = (c: BookingClinic) => async (form: Record<string, string>) => {
  const answer = await ask(c, page, form)
  return { status: answer.status, text: await answer.text() }
}

describe('the booking page', () => {
  test('§31 The address of a booking page that does not exist or is switched off answers 404, the same for every reason.', async () => {
    await using c = await bookingClinic()
    const bodies = async () => {
      const paths = ['/book/nobody', '/book/NOBODY%00', page, `/book/%6c${slug.slice(1)}`]
      const answers = await Promise.all(paths.map((path) => ask(c, path)))
      return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    }
    const [unknown, odd, here, encoded] = await bodies()
    expect(unknown![0]).toBe(404)
    for (const said of ['<h1>Nobody takes bookings here</h1>', 'call the practice', 'href="/"'])
      expect(unknown![1]).toContain(said)
    expect([odd, encoded]).toEqual([unknown, unknown])
    expect(here![0]).toBe(200)
    const off = { enabled: false, slug, frameAncestors: [], requestHours: 48, mostOpenRequests: 20 }
    expect((await c.owner.call('PATCH', '/api/v1/practice', { onlineBooking: off })).status).toBe(200)
    expect((await bodies())[2]).toEqual(unknown!)
    expect((await ask(c, page, { step: 'hold' })).status).toBe(404)
  })

  test('§31 The slug in the address of a booking page may be in capitals, as people type it.', async () => {
    await using c = await bookingClinic()
    const answer = await ask(c, `/book/${slug.toUpperCase()}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(`/book/${slug}?`)
  })

  test('§31 The booking page sets no cookie and holds no script. Only the sites of the practice may frame the page.', async () => {
    await using c = await bookingClinic()
    const policyOf = async () => {
      const { headers, text } = await ask(c, page).then(async (answer) => ({
        headers: answer.headers,
        text: await answer.text(),
      }))
      expect(headers.get('set-cookie')).toBeNull()
      expect(text).not.toContain('<script')
      return headers.get('content-security-policy')
    }
    expect(await policyOf()).toEndWith("frame-ancestors 'none'")
    const frameAncestors = ['https://praxis.example', 'https://www.praxis.example']
    const set = { enabled: true, slug, frameAncestors, requestHours: 48, mostOpenRequests: 20 }
    expect((await c.owner.call('PATCH', '/api/v1/practice', { onlineBooking: set })).status).toBe(200)
    expect(await policyOf()).toEndWith('frame-ancestors https://praxis.example https://www.praxis.example')
  })

  test("§31 A visitor's text is never read as HTML, and is kept nowhere before the contact is proven.", async () => {
    await using c = await bookingClinic()
    const secret = await held(c)
    const answer = await ask(c, page, { step: 'code', secret, ...typed })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain('value="&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(text).not.toContain('<script')
    const database = Buffer.from(await Bun.file(c.path).arrayBuffer()).toString('latin1')
    expect(database).not.toContain('alert(1)')
  })

  test('§36 A visitor who presses a button of the booking page while the practice moves gets a page that sends the same form again.', async () => {
    await using c = await bookingClinic()
    const { practiceId } = c.owner
    const browser = { accept: 'text/html,*/*;q=0.8' }
    const form = {
      step: 'hold',
      type: c.typeId,
      known: 'no',
      lang: 'de',
      time: '2026-03-03T09:00:00.000Z ',
      odd: '"><script>',
    }
    const later = async (answer: Response, status: number) => {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '1'])
      expect(answer.headers.get('content-security-policy')).toEndWith('frame-ancestors *')
      return answer.text()
    }
    const fieldsIn = (text: string) =>
      [...text.split('</form>')[0]!.matchAll(/<input type="hidden" name="(.*?)" value="(.*?)">/g)].map(
        ([, name, value]) => [name, value],
      )
    const same = Object.entries(form).map(([name, value]) => [name, Bun.escapeHTML(value)])
    await c.store.cellMoves.begin({ practiceId, move: crypto.randomUUID(), cell: 'b', generation: 2 }, monday)
    await c.store.cellMoves.freeze(practiceId, monday)
    const frozen = await later(await ask(c, page, form, browser), 503)
    expect(fieldsIn(frozen)).toEqual(same)
    expect(frozen).toContain(`action="${page}"`)
    expect((await ask(c, page, form)).headers.get('content-type')).toContain('json')
    // The practice has moved to another server, and the router does not know this yet.
    const spies = [
      spyOn(Sites.prototype, 'at').mockReturnValue(null),
      spyOn(Sites.prototype, 'leadElsewhere').mockReturnValue({ 'retry-after': '1' }),
    ]
    try {
      expect(fieldsIn(await later(await ask(c, page, form, browser), 421))).toEqual(same)
      const opened = await later(await ask(c, `${page}?lang=de`, undefined, browser), 421)
      expect(opened).toContain(`<a href="${page}?lang=de">`)
      // In a link, a path with two slashes would mean another host.
      const led = await later(await ask(c, '//elsewhere.example/', undefined, browser), 421)
      expect(led).toContain('<a href="/elsewhere.example/">')
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
    await c.store.cellMoves.forget(practiceId)
    const held = await ask(c, page, form, browser)
    expect(held.status).toBe(200)
    expect(await held.text()).toContain('name="secret"')
    const entries = await c.owner.call(
      'GET',
      '/api/v1/appointments?from=2026-03-03T00:00:00Z&to=2026-03-04T00:00:00Z',
    )
    expect(entries.body.data.appointments).toHaveLength(1)
  })

  test('§31 No address of the booking page holds a secret, and opening an address changes nothing.', async () => {
    await using c = await bookingClinic()
    const secret = await held(c)
    const later = await (await ask(c, page, { step: 'times', secret, lang: 'en' })).text()
    expect(later).not.toMatch(new RegExp(`href="[^"]*${secret}`))
    const query = new URLSearchParams({
      step: 'hold',
      type: c.typeId,
      known: 'no',
      time: '2026-03-03T09:00:00.000Z ',
      secret,
    })
    expect((await ask(c, `${page}?${query}`)).status).toBe(200)
    expect(c.emails).toEqual([])
    expect((await ask(c, page, { step: 'edit', secret, lang: 'en' })).status).toBe(200)
  })

  test('§31 When a form of the booking page is sent twice, it books once, and both answers show the booking.', async () => {
    await using c = await bookingClinic()
    const { secret, code } = await bookOnPage(c, sender(c))
    const confirm = async (form: object) => {
      const answer = await ask(c, page, { step: 'confirm', secret, code, ...typed, ...form })
      return [answer.status, (await answer.text()).includes('Your appointment is booked')]
    }
    const answers = await Promise.all([confirm({}), confirm({}), confirm({})])
    for (const answer of answers) expect(answer).toEqual([200, true])
    expect(await confirm({ code: '000000' })).toEqual([200, true])
    const query = 'from=2026-03-03T00:00:00Z&to=2026-03-04T00:00:00Z'
    const { appointments } = (await c.owner.call('GET', `/api/v1/appointments?${query}`)).data
    expect(appointments).toHaveLength(1)
  })

  test('§31 A visitor who goes on with a hold that a member released sees other times.', async () => {
    await using c = await bookingClinic()
    const secret = await held(c)
    const query = 'from=2026-03-03T00:00:00Z&to=2026-03-04T00:00:00Z'
    const [entry] = (await c.owner.call('GET', `/api/v1/appointments?${query}`)).data.appointments
    expect((await c.owner.call('DELETE', `/api/v1/appointments/${entry.id}`)).status).toBe(200)
    for (const step of ['edit', 'code', 'confirm']) {
      const { status, text } = await sender(c)({ step, secret, ...typed })
      expect([step, status, text.includes('name="time"')]).toEqual([step, 409, true])
    }
  })

  test('§31 All visitors of a practice together have the limit of one credential. The members of the practice and other practices are not slowed down.', async () => {
    const share = { perSecond: 1, burst: 20, inFlight: 4, waiting: 8 }
    await using c = await bookingClinic('instant', {}, { rateLimit: { perMinute: 1_000, share } })
    const statusOf = async (path: string, from: string) =>
      (await ask(c, path, undefined, { 'x-real-ip': from })).status
    const statuses = []
    // The name of the practice in capital letters means the same practice.
    const types = `${publicBase.replace(slug, slug.toUpperCase())}/appointment-types`
    for (let i = 0; i < 30; i++) statuses.push(await statusOf(i % 2 === 0 ? page : types, `192.0.2.${i}`))
    expect(statuses.filter((status) => status === 200).length).toBeWithin(5, 29)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect((await c.owner.call('GET', '/api/v1/patients')).status).toBe(200)
    expect(await statusOf('/book/nobody', '192.0.2.1')).toBe(404)
  })

  test('§31 A malformed form gets a page that says to begin again.', async () => {
    await using c = await bookingClinic()
    const secret = await held(c)
    for (const form of [
      {},
      { step: 'constructor' },
      { step: 'hold', type: c.typeId, known: 'no', time: 'x' },
      { step: 'hold', type: crypto.randomUUID(), known: 'no', time: '2026-03-03T09:00:00.000Z ' },
      { step: 'code', secret: 'x' },
      { step: 'confirm', secret: '' },
    ] as Record<string, string>[]) {
      const answer = await ask(c, page, { lang: 'en', ...form })
      expect([form, answer.status, (await answer.text()).includes('Please begin again.')]).toEqual([
        form,
        400,
        true,
      ])
    }
    expect((await ask(c, page, { step: 'edit', secret, known: 'x'.repeat(20_000) })).status).toBe(413)
    expect((await ask(c, `${page}?known=no&type=${c.typeId}&from=2026-99-99`)).status).toBe(400)
  })

  test('§31 The booking page uses the language that the visitor chose, or else that of the browser or the practice.', async () => {
    await using c = await bookingClinic()
    const languageOf = async (path: string, headers = {}) =>
      /<html lang="(..)/.exec(await (await ask(c, path, undefined, headers)).text())![1]
    expect(await languageOf(page, { 'accept-language': 'fr-CH, de;q=0.8' })).toBe('de')
    expect(await languageOf(`${page}?lang=en`, { 'accept-language': 'de' })).toBe('en')
    expect(await languageOf(page, { 'accept-language': 'fr' })).toBe('en')
  })

  test('§31 The booking page takes at most 30 KB, compressed, with all that it loads.', async () => {
    await using c = await bookingClinic()
    const size = async (path: string) =>
      Bun.gzipSync(new Uint8Array(await (await ask(c, path)).arrayBuffer())).length
    const times = await size(`${page}?known=no&type=${c.typeId}`)
    const files = (await size('/pages/style.css')) + (await size('/pages/icon.svg'))
    expect(times + files).toBeLessThan(30 * 1024)
  })

  test('§31 On the booking page, the button of each time names the day, the date, the time and the member.', async () => {
    await using c = await bookingClinic()
    const practitioners = [{ memberId: c.owner.userId }]
    const type = `/api/v1/appointment-types/${c.typeId}`
    expect((await c.owner.call('PATCH', type, { practitioners })).status).toBe(200)
    const { name } = (await c.owner.call('GET', '/api/v1/me')).data.user
    for (const [lang, label] of [
      ['en', `Tuesday, 3 March 2026, 09:00 with ${name}`],
      ['de', `Dienstag, 3. März 2026, 09:00 Uhr bei ${name}`],
    ]) {
      const text = await (await ask(c, `${page}?known=no&type=${c.typeId}&lang=${lang}`)).text()
      const names = [...text.matchAll(/<button[^>]* name="time"[^>]*>([\s\S]*?)<\/button>/g)].map(
        ([, inside]) =>
          inside!
            .replaceAll(/<[^>]+>/g, '')
            .replaceAll(/\s+/g, ' ')
            .trim(),
      )
      expect(names).toContain(label!)
    }
  })

  test('§31 When the clocks show two different times alike, each of them has its own label.', async () => {
    await using c = await bookingClinic('instant', { horizonDays: 365 })
    const allDay = [{ start: '00:00', end: '24:00' }]
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    const workingHours = Object.fromEntries(days.map((day) => [day, allDay]))
    expect((await c.owner.call('PATCH', '/api/v1/practice', { workingHours })).status).toBe(200)
    const answer = await ask(c, `${page}?known=no&type=${c.typeId}&from=2026-10-25&lang=en`)
    const labels = [...(await answer.text()).matchAll(/visually-hidden">([^<]+)<\/span>([^<]+)/g)]
      .map(([, date, time]) => `${date} ${time!.trim()}`)
      .filter((label) => label.startsWith('Sunday, 25 October 2026'))
    expect(labels).toHaveLength(99)
    expect(new Set(labels).size).toBe(99)
    expect(labels).toContain('Sunday, 25 October 2026,  02:30 (UTC+02:00)')
    expect(labels).toContain('Sunday, 25 October 2026,  02:30 (UTC+01:00)')
  })
})
