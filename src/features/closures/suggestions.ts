import type { Static } from '@sinclair/typebox'
import { countryOfZone } from '../../delivery/phone.ts'
import { found, invalid } from '../../domain/problem.ts'
import { touchesDays } from '../../domain/recurring-times.ts'
import { countWork, inPieces } from '../../http/exchange.ts'
import { languageIdOf } from '../../messages/languages.ts'
import { findNoticeSettings } from '../../store/notices/notice-settings.ts'
import { listClosuresOn } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import { countriesOfHolidays, holidaysOf } from './holidays.ts'
import type { HolidayQuery, holidayList } from './schema.ts'

/**
 * The public holidays of a year, and on which of them the whole practice is closed. When the query names no country,
 * the country of the practice's time zone counts. When the time zone belongs to no country, there are no holidays to
 * suggest. When the query names no language, the names are in the language of the practice's messages.
 * @throws `validation_failed` when the country or the region is unknown.
 */
export async function suggestHolidays(
  request: Request,
  { read }: Practice,
  query: HolidayQuery,
): Promise<Static<typeof holidayList>> {
  const { timezone } = found(findPractice(read))
  const year = Number(query.year)
  const country = query.country?.toUpperCase() ?? countryOfZone(timezone)
  if (country === undefined && query.region === undefined)
    return {
      year,
      country: null,
      region: null,
      regions: [],
      countries: [...(await countriesOfHolidays())],
      holidays: [],
    }
  if (country === undefined)
    throw invalid([
      {
        path: 'country',
        message: 'must be given, because the time zone of the practice belongs to no country',
      },
    ])
  const language = query.language ?? languageIdOf(findNoticeSettings(read).language)
  const { holidays, region, regions, countries } = await holidaysOf(
    year,
    country,
    query.region ?? null,
    language,
    (work) => inPieces(request, work),
  )
  return countWork(request, () => {
    const wholeDays = listClosuresOn(read, `${year}-01-01`, `${year}-12-31`).filter(
      ({ chairIds, startTime }) => chairIds === null && startTime === null,
    )
    return {
      year,
      country,
      region,
      regions: [...regions],
      countries: [...countries],
      holidays: holidays.map((one) => ({
        ...one,
        closed: wholeDays.some((closure) => touchesDays(closure, one.date, one.date)),
      })),
    }
  })
}
