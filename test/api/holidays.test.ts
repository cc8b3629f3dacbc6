/** Public holidays as suggestions for closures. */
import { expect, spyOn, test } from 'bun:test'
import Calendar from 'date-holidays'
import { holidaysOf, mostKept } from '../../src/features/closures/holidays.ts'
import { invalid, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { inOneGo } from '../support/pieces.ts'
import { newChair, newClosure } from '../support/records.ts'
import { thrownBy } from '../support/rejection.ts'
import { run } from '../support/server.ts'

const suggest = (c: Clinic, query: string) => c.assistant.call('GET', `/api/v1/closures/holidays?${query}`)

interface Holiday {
  readonly date: string
  readonly name: string
  readonly closed: boolean
}

test('§20 `GET /closures/holidays` lists the public holidays of a country by day. Without `country`, the time zone of the practice says which.', async () => {
  await using c = await clinic({ timezone: 'Europe/Berlin' })
  const { holidays, ...rest } = success(await suggest(c, 'year=2026'))
  expect(rest).toMatchObject({ year: 2026, country: 'DE', region: null })
  expect(holidays.map(({ date, name }: Holiday) => `${date} ${name}`)).toEqual([
    "2026-01-01 New Year's Day",
    '2026-04-03 Good Friday',
    '2026-04-06 Easter Monday',
    '2026-05-01 Labour Day',
    '2026-05-14 Ascension Day',
    '2026-05-25 Whit Monday',
    '2026-10-03 National Holiday',
    '2026-12-25 Christmas Day',
    '2026-12-26 Boxing Day',
  ])
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { language: 'de' }))
  const { holidays: german } = success(await suggest(c, 'year=2026'))
  expect(german[0]).toEqual({ date: '2026-01-01', name: 'Neujahr', closed: false })
})

test('the names of holidays and regions are in the language that the request names', async () => {
  await using c = await clinic({ timezone: 'Europe/Zurich' })
  const { holidays, regions } = success(await suggest(c, 'year=2026&language=de'))
  expect(holidays[0].name).toBe('Neujahr')
  expect(success(await suggest(c, 'year=2026&language=en')).holidays[0].name).toBe("New Year's Day")
  expect(regions).toContainEqual({ region: 'ZH', name: 'Kanton Zürich' })
  invalid(await suggest(c, 'year=2026&language=fr'), 'language')
})

test('a region has holidays of its own, and a part of a region has further holidays', async () => {
  await using c = await clinic({ timezone: 'Europe/Berlin' })
  const days = async (query: string): Promise<string[]> =>
    success(await suggest(c, `year=2026&${query}`)).holidays.map(({ date }: Holiday) => date)
  const [country, bavaria, augsburg] = [await days(''), await days('region=by'), await days('region=BY-A')]
  const added = (more: string[], less: string[]) => more.filter((date) => !less.includes(date))
  expect(added(bavaria, country)).toEqual(['2026-01-06', '2026-06-04', '2026-11-01'])
  expect(added(augsburg, bavaria)).toContain('2026-08-08')
  expect(await days('country=at')).toContain('2026-10-26')
  const { regions, countries } = success(await suggest(c, 'year=2026'))
  expect(countries).toEqual(expect.arrayContaining(['AD', 'DE', 'ZW']))
  expect(regions).toContainEqual({ region: 'BY', name: 'Bayern' })
  expect(regions).toContainEqual({ region: 'BY-A', name: 'Bayern, Stadt Augsburg' })
})

test('every region in an answer can be requested, with its code in upper or lower case', async () => {
  await using c = await clinic({ timezone: 'Europe/Berlin' })
  for (const [country, region] of [
    ['CK', 'Rarotonga'],
    ['NZ', 'CAN-Timaru'],
  ]) {
    const { regions } = success(await suggest(c, `year=2026&country=${country}`))
    expect(regions.map((one: { region: string }) => one.region)).toContain(region)
    for (const written of [region!, region!.toLowerCase()])
      expect(success(await suggest(c, `year=2026&country=${country}&region=${written}`)).region).toBe(region)
  }
})

test('a holiday counts as closed only when the whole practice is closed for the whole day', async () => {
  await using c = await clinic({ timezone: 'Europe/Berlin' })
  const closed = async (year = 2026): Promise<string[]> =>
    success(await suggest(c, `year=${year}`))
      .holidays.filter(({ closed }: Holiday) => closed)
      .map(({ date }: Holiday) => date)
  const { id } = await newChair(c.owner.call)
  const on = (date: string, fields: Record<string, unknown> = {}) =>
    newClosure(c.owner.call, { fromDate: date, throughDate: date, ...fields })
  await on('2026-05-01', { chairIds: [id] })
  await on('2026-05-14', { startTime: '12:00', endTime: '24:00' })
  expect(await closed()).toEqual([])
  await on('2026-04-03')
  await on('2025-12-25', { throughDate: '2025-12-31', yearly: true })
  expect(await closed()).toEqual(['2026-04-03', '2026-12-25', '2026-12-26'])
  expect(await closed(2027)).toEqual(['2027-12-25', '2027-12-26'])
})

test('§20 An unknown country or region is 400, and the answer names the known countries or regions.', async () => {
  await using c = await clinic({ timezone: 'Europe/Berlin' })
  const told = async (query: string, path: string): Promise<string> => {
    const answer = await suggest(c, `year=2026&${query}`)
    invalid(answer, path)
    return answer.body.error.details[0].message
  }
  expect(await told('country=ZZ', 'country')).toMatch(/^must be one of AD, AE, .*\bDE\b.*ZW$/)
  expect(await told('country=ZZ&region=BY', 'country')).toContain('DE')
  expect(await told('region=XX', 'region')).toMatch(/^must be one of BB, BE, .*BY-A/)
  expect(await told('country=MC&region=BY', 'region')).toContain('has no regions')
  for (const odd of ['', '__proto__', 'BY-', '-', 'constructor', 'BY-A-A'])
    await told(`region=${odd}`, 'region')
  await told('country=Germany', 'country')
  for (const year of ['1969', '2201', 'soon', '']) invalid(await suggest(c, `year=${year}`), 'year')
  invalid(await suggest(c, ''), 'year')
  for (const year of [1970, 2200]) success(await suggest(c, `year=${year}`))
})

test('§20 When the time zone of a practice belongs to no country, the answer names the countries that a request can ask for.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { countries, ...rest } = success(await suggest(c, 'year=2026'))
  expect(rest).toEqual({ year: 2026, country: null, region: null, regions: [], holidays: [] })
  expect(countries).toContain('FR')
  invalid(await suggest(c, 'year=2026&region=BY'), 'country')
  success(await suggest(c, 'year=2026&country=FR'))
})

test('holidays that are calculated in small steps are the same as those that the library calculates at once', async () => {
  const day = ({ date, name }: { date: string; name: string }) => `${date.slice(0, 10)} ${name}`
  for (const country of ['TW', 'KR', 'VN', 'JP']) {
    const { holidays } = await holidaysOf(2033, country, null, 'en', inOneGo)
    const all = new Calendar(country).getHolidays(2033, 'en').filter(({ type }) => type === 'public')
    const found = holidays.map(day)
    expect(
      all.map(day).filter((one) => !found.includes(one)),
      country,
    ).toEqual([])
    expect(new Set(holidays.map(({ name }) => name)), country).toEqual(new Set(all.map(({ name }) => name)))
  }
})

test('a holiday that depends on the moon or the sun is calculated in small steps, and each position of the earth once', async () => {
  // The library needs about 2,500 cosines for a position. One rule needs about 20 positions, and all rules 500.
  const pieces: number[] = []
  using cosines = spyOn(Math, 'cos')
  for (const country of ['TW', 'KR', 'JP'])
    await holidaysOf(2034, country, null, 'en', async (work) => {
      for (;;) {
        cosines.mockClear()
        const { done, value } = work.next()
        pieces.push(cosines.mock.calls.length)
        if (done) return value
      }
    })
  expect(Math.max(...pieces)).toBeWithin(2_000, 10_000)
  expect(pieces.reduce((sum, count) => sum + count)).toBeLessThan(400_000)
})

test('the service keeps a limited number of calculated holidays, and keeps no failed calculation', async () => {
  const ask = () => holidaysOf(1970, 'MC', null, 'en', inOneGo)
  const first = ask()
  expect(ask()).toBe(first)
  for (let i = 0; i < mostKept; i++)
    await holidaysOf(1971 + (i % 200), ['AD', 'SM', 'VA'][Math.floor(i / 200)]!, null, 'en', inOneGo)
  expect(ask()).not.toBe(first)
  const unknown = () => holidaysOf(2030, 'ZZ', null, 'en', inOneGo)
  const refused = unknown()
  expect(await thrownBy(refused)).toThrow()
  expect(unknown()).not.toBe(refused)
})

test('a holiday of several days is listed for each of its days', async () => {
  const { holidays } = await holidaysOf(2026, 'KR', null, 'en', inOneGo)
  const newYear = holidays.filter(({ name }) => name.includes('New Year')).map(({ date }) => date)
  expect(newYear).toEqual(['2026-01-01', '2026-02-17', '2026-02-18', '2026-02-19'])
})

test('the holidays of every country are in the requested year, in order, and fewer than 100', async () => {
  const all = new Calendar()
  const countries = Object.keys(all.getCountries())
  expect(countries.length).toBeGreaterThan(200)
  for (const country of countries) {
    const { holidays, regions } = await holidaysOf(2027, country, null, 'en', inOneGo)
    expect(regions.length).toBeLessThan(300)
    const last = regions.at(-1)
    const ofRegion =
      last === undefined ? [] : (await holidaysOf(2027, country, last.region, 'en', inOneGo)).holidays
    for (const list of [holidays, ofRegion]) {
      expect(list.length, country).toBeLessThan(100)
      expect(list.filter(({ date }) => !date.startsWith('2027-'))).toEqual([])
      expect(list, country).toEqual(list.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)))
    }
  }
})

test('a server does not load the holiday library before the first request for holidays', async () => {
  const source = `
    await import('./src/app.ts')
    console.log(Object.keys(require.cache).filter((path) => path.includes('date-holidays')).length)`
  const { stdout } = await run(['-e', source])
  expect(stdout.trim()).toBe('0')
})
