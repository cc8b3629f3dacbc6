import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { now } from '../../../api/now.ts'
import { keep, kept } from '../../../base/kept.ts'
import { zone } from '../../../base/me.ts'
import { dateOf } from '../../../base/time/say.ts'
import type { Closure } from '../../../contract/names.ts'
import { Read, useRead } from '../../../parts/read.tsx'
import { SelectField } from '../../../parts/select.tsx'
import { countryNames } from '../../../words/country.ts'
import { spokenLanguage, words } from '../../../words/words.ts'
import { type HolidayList, HolidayOffer } from './holiday-offer.tsx'

/** The key in the browser's storage for the last chosen country and region. */
const placeKey = 'chairside.desk.holidays'

interface Props {
  readonly closed: readonly Closure[]
  readonly again: () => Promise<void>
}

/** Lists the public holidays of a year. One press closes the practice on these days. */
export function Holidays({ closed, again }: Props) {
  const { settings } = words.value
  const today = dateOf(now.value, zone())
  const thisYear = Number(today.slice(0, 4))
  const year = useSignal(thisYear)
  const place = useSignal(lastPlace())
  const isFirst = useRef(true)
  const list = useRead(async () => {
    const found = await readHolidays(year.value, place.value)
    const isDone = !found.holidays.some(({ date, closed }) => !closed && date >= today)
    const wasFirst = isFirst.current
    isFirst.current = false
    if (!wasFirst || !isDone) return found
    // When the practice is closed on all holidays left this year, the page begins with the next year.
    year.value = thisYear + 1
    return await readHolidays(year.value, place.value)
  }, ['closure'])
  useEffect(() => {
    void list.again()
  }, [year.value, place.value, closed])
  const choose = (chosen: Place) => {
    place.value = chosen
    keep(placeKey, JSON.stringify(chosen))
  }
  return (
    <section class="card stack holiday-card" aria-labelledby="holidays">
      <div class="card-head">
        <h2 id="holidays">{settings.holidays}</h2>
        <p class="soft">{settings.holidaysLead}</p>
      </div>
      <Read from={list}>
        {(found) => (
          <>
            <div class="pair">
              <SelectField
                label={settings.year}
                value={String(year.value)}
                choices={[0, 1, 2].map((more) => [`${thisYear + more}`, `${thisYear + more}`] as const)}
                choose={(value) => {
                  year.value = Number(value)
                }}
              />
              <SelectField
                label={settings.country}
                value={found.country ?? ''}
                choices={[
                  ...(found.country === null ? [['', settings.chooseCountry] as const] : []),
                  ...countryNames(found.countries),
                ]}
                choose={(country) => choose({ country })}
              />
              {found.regions.length > 0 && (
                <SelectField
                  label={settings.region}
                  value={found.region ?? ''}
                  choices={[
                    ['', settings.wholeCountry],
                    ...found.regions.map(({ region, name }) => [region, name] as const),
                  ]}
                  choose={(region) => choose({ country: found.country!, ...(region && { region }) })}
                />
              )}
            </div>
            <HolidayOffer
              key={`${found.year} ${found.country} ${found.region}`}
              found={found}
              again={again}
            />
          </>
        )}
      </Read>
    </section>
  )
}

interface Place {
  readonly country?: string
  readonly region?: string
}

function lastPlace(): Place {
  try {
    return JSON.parse(kept(placeKey) ?? '{}')
  } catch {
    return {}
  }
}

async function readHolidays(year: number, place: Place): Promise<HolidayList> {
  const named = { year, language: spokenLanguage() }
  const read = (query: Place) =>
    api.GET('/api/v1/closures/holidays', { params: { query: { ...named, ...query } } })
  try {
    return await read(place)
  } catch (error) {
    // The server may no longer know the last country or region.
    if (!failedBy(error, 'validation_failed')) throw error
    return await read({})
  }
}
