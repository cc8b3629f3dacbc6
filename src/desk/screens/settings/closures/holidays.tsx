import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { now } from '../../../api/now.ts'
import { keep, kept } from '../../../base/kept.ts'
import { zone } from '../../../base/me.ts'
import { dateOf } from '../../../base/time/say.ts'
import type { Closure } from '../../../contract/names.ts'
import { Field } from '../../../parts/field.tsx'
import { Read, useRead } from '../../../parts/read.tsx'
import { countryNames } from '../../../words/country.ts'
import { spokenLanguage, words } from '../../../words/words.ts'
import { type HolidayList, HolidayOffer } from './holiday-offer.tsx'

/** Where the holidays are looked for: the country and the region of the last time. */
const placeKey = 'chairside.desk.holidays'

interface Props {
  readonly closed: readonly Closure[]
  readonly again: () => Promise<void>
}

/** Offers the public holidays of a year, and closes the practice on them in one press. */
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
    // A practice that has seen to this year begins with the next one.
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
              <Field label={settings.year}>
                {(its) => (
                  <select
                    {...its}
                    value={year.value}
                    onChange={({ currentTarget: { value } }) => {
                      year.value = Number(value)
                    }}
                  >
                    {[thisYear, thisYear + 1, thisYear + 2].map((each) => (
                      <option key={each} value={each}>
                        {each}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <Field label={settings.country}>
                {(its) => (
                  <select
                    {...its}
                    value={found.country ?? ''}
                    onChange={({ currentTarget: { value } }) => choose({ country: value })}
                  >
                    {found.country === null && <option value="">{settings.chooseCountry}</option>}
                    {countryNames(found.countries).map(([code, name]) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              {found.regions.length > 0 && (
                <Field label={settings.region}>
                  {(its) => (
                    <select
                      {...its}
                      value={found.region ?? ''}
                      onChange={({ currentTarget: { value } }) =>
                        choose({ country: found.country!, ...(value && { region: value }) })
                      }
                    >
                      <option value="">{settings.wholeCountry}</option>
                      {found.regions.map(({ region, name }) => (
                        <option key={region} value={region}>
                          {name}
                        </option>
                      ))}
                    </select>
                  )}
                </Field>
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
    // The place of the last time may not be known any more.
    if (!failedBy(error, 'validation_failed')) throw error
    return await read({})
  }
}
