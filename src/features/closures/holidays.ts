/**
 * The public holidays of a country, as suggestions for closures (RULES §20). The dates come from the package
 * `date-holidays`.
 */
import type Calendar from 'date-holidays'
import { invalid } from '../../domain/problem.ts'
import type { Positions } from './earth.ts'

/** A public holiday on one day, `YYYY-MM-DD`. */
interface Holiday {
  readonly date: string
  readonly name: string
}

/** A region of a country with holidays of its own, or a part of such a region. */
interface Region {
  readonly region: string
  readonly name: string
}

/** How many codes a refusal names at most. There are fewer countries than this number. */
const mostNamed = 300

/** The holidays of a country in a year, and the regions of the country. */
interface YearOfCountry {
  readonly holidays: readonly Holiday[]
  readonly region: string | null
  readonly regions: readonly Region[]
  readonly countries: readonly string[]
}

/** How many of the newest answers are kept. An answer takes about 4 KiB. */
export const mostKept = 500
const kept = new Map<string, Promise<YearOfCountry>>()

/**
 * Returns the public holidays of a year in a country or in one of its regions, by day. The answer also has the regions
 * of the country, and the codes of all countries. A name is in `language` when the library has it in this language, and
 * else in a language of the country. Days that follow the moon are calculated. The data for the Islamic calendar end
 * with the year 2080. The calculation takes up to a tenth of a second, so answers are kept. Callers who ask during the
 * calculation wait for the same answer.
 * @param country an ISO 3166-1 code of two letters
 * @param asked the code of a region, whatever its case; `region` of the answer is this code as the library writes it
 * @param inPieces does the calculation, and lets other requests run in between
 * @throws `validation_failed` when the country or the region is unknown. The error names the known codes.
 */
export function holidaysOf(
  year: number,
  country: string,
  asked: string | null,
  language: string,
  inPieces: <T>(work: Iterator<void, T>) => Promise<T>,
): Promise<YearOfCountry> {
  const key = JSON.stringify([year, language, country, asked?.toUpperCase()])
  const known = kept.get(key)
  if (known !== undefined) return known
  const found = loaded().then(({ Holidays, Positions }) =>
    inPieces(calculated(new Holidays(), new Positions(), year, country, asked, language)),
  )
  kept.set(key, found)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  found.catch(() => kept.delete(key))
  return found
}

function* calculated(
  calendar: Calendar,
  positions: Positions,
  year: number,
  country: string,
  asked: string | null,
  language: string,
): Generator<void, YearOfCountry> {
  const countries = Object.keys(calendar.getCountries())
  requireKnown('country', country, countries)
  const regions = regionsOf(calendar, country, language)
  const region = asked === null ? null : knownRegion(regions, asked)
  const [state, part] = partsOf(region)
  calendar.init(country, state, part)
  yield* calculateRules(calendar as Calendar & Rules, positions, year)
  const found = calendar.getHolidays(year, language).filter(({ type }) => type === 'public')
  const days = found.flatMap(eachDay).filter(({ date }) => date.startsWith(`${year}-`))
  return { holidays: days.sort(byDay), region, regions, countries }
}

/** The rules of the library for the holidays of a calendar. The library's types leave this field out. */
interface Rules {
  holidays: Readonly<Record<string, object>>
}

/**
 * Calculates the rules one by one, and a long one in pieces. The library keeps its results, so all rules together are
 * quick afterwards.
 */
function* calculateRules(calendar: Calendar & Rules, positions: Positions, year: number): Generator<void> {
  const all = calendar.holidays
  for (const [rule, holiday] of Object.entries(all)) {
    calendar.holidays = { [rule]: holiday }
    while (!positions.areEnoughFor(() => calendar.getHolidays(year))) yield
    calendar.holidays = all
    yield
  }
}

/** The codes of the countries with known holidays. */
export const countriesOfHolidays = async (): Promise<readonly string[]> => {
  const { Holidays } = await loaded()
  return Object.keys(new Holidays().getCountries())
}

/** The modules and their data are large, so they are loaded only when somebody asks for holidays. */
async function loaded() {
  const [{ default: Holidays }, { Positions }] = await Promise.all([
    import('date-holidays'),
    import('./earth.ts'),
  ])
  return { Holidays, Positions }
}

function requireKnown(path: string, code: string, known: readonly string[]): void {
  if (known.includes(code)) return
  const codes = known.slice(0, mostNamed).join(', ')
  const message =
    known.length === 0 ? 'must be left out, because the country has no regions' : `must be one of ${codes}`
  throw invalid([{ path, message }])
}

/**
 * The code of a region, as its country writes it. Some codes have small letters, such as `CAN-Timaru` of New Zealand.
 */
function knownRegion(regions: readonly Region[], asked: string): string {
  const codes = regions.map(({ region }) => region)
  const region = codes.find((code) => code.toUpperCase() === asked.toUpperCase())
  requireKnown('region', region ?? asked, codes)
  return region ?? asked
}

/** The states of a country and the parts of each. A part has the code of its state before its own: `BY-A`. */
const regionsOf = (calendar: Calendar, country: string, language: string): Region[] =>
  Object.entries(calendar.getStates(country, language) ?? {}).flatMap(([state, name]) => [
    { region: state, name },
    ...Object.entries(calendar.getRegions(country, state, language) ?? {}).map(([part, ofPart]) => ({
      region: `${state}-${part}`,
      name: `${name}, ${ofPart}`,
    })),
  ])

/** The state and its part in the code of a region. */
function partsOf(region: string | null): [state: string, part: string] {
  const [state = '', ...part] = region?.split('-') ?? []
  return [state, part.join('-')]
}

const hour = 3_600_000

/**
 * One item for each day of a holiday. Some holidays last a part of a day. A day on which the clocks change has 23 or 25
 * hours.
 */
function eachDay({ date, start, end, name }: ReturnType<Calendar['getHolidays']>[number]): Holiday[] {
  const first = Temporal.PlainDate.from(date.slice(0, 10))
  const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / (24 * hour)))
  return Array.from({ length }, (_, days) => ({ date: first.add({ days }).toString(), name }))
}

const byDay = (a: Holiday, b: Holiday): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)
