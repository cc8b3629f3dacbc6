import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, ifMatch } from '../../api/api.ts'
import type { Closure } from '../../api/names.ts'
import type { components } from '../../api/openapi.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormProblem } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { isOwner, zone } from '../../shell/me.ts'
import { now } from '../../shell/now.ts'
import { offerUndo } from '../../shell/toasts.tsx'
import { dateOf, sayDate } from '../../time/say.ts'
import { locale, words } from '../../words/words.ts'
import { Read, useRead } from '../parts/read.tsx'

type HolidayList = components['schemas']['HolidayList']
type Holiday = HolidayList['holidays'][number]

/** Where the holidays are looked for: the country and the region of the last time. */
const placeKey = 'chairside.desk.holidays'

interface Props {
  readonly closed: readonly Closure[]
  readonly again: () => Promise<void>
}

/** Offers the public holidays of a year, and closes the practice on them in one press. */
export function Holidays({ closed, again }: Props) {
  const { settings } = words.value
  const thisYear = Number(dateOf(now.value, zone()).slice(0, 4))
  const year = useSignal(thisYear)
  const place = useSignal(lastPlace())
  const list = useRead(async () => readHolidays(year.value, place.value), ['closure'])
  useEffect(() => {
    void list.again()
  }, [year.value, place.value, closed])
  const choose = (chosen: Place) => {
    place.value = chosen
    localStorage.setItem(placeKey, JSON.stringify(chosen))
  }
  return (
    <section class="card stack" aria-labelledby="holidays">
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
                    value={found.country}
                    onChange={({ currentTarget: { value } }) => choose({ country: value })}
                  >
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
                        choose({ country: found.country, ...(value && { region: value }) })
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
            <Offer key={`${found.year} ${found.country} ${found.region}`} found={found} again={again} />
          </>
        )}
      </Read>
    </section>
  )
}

/** The holidays with a tick for each day that is still open. */
function Offer({ found, again }: { found: HolidayList; again: () => Promise<void> }) {
  const { settings } = words.value
  const leftOut = useSignal<ReadonlySet<string>>(new Set())
  const { state, submit } = useForm()
  const chosen = found.holidays.filter(({ date, closed }) => !closed && !leftOut.value.has(date))
  const close = async () => {
    const added: Closure[] = []
    const done = await submit(async () => {
      for (const holiday of chosen) added.push(await closeOn(holiday))
    })
    await again()
    if (added.length > 0) offerUndo(settings.holidaysAdded(added.length), () => undo(added, again))
    if (done) leftOut.value = new Set()
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void close()
      }}
    >
      <ul class="holidays">
        {found.holidays.map(({ date, name, closed }) => (
          <li key={date + name}>
            <label class="tick">
              <input
                type="checkbox"
                checked={closed || !leftOut.value.has(date)}
                disabled={closed || !isOwner()}
                onChange={({ currentTarget: { checked } }) => {
                  const next = new Set(leftOut.value)
                  if (checked) next.delete(date)
                  else next.add(date)
                  leftOut.value = next
                }}
              />
              <span>
                {name}
                <span class="soft"> {sayDate(date)}</span>
              </span>
            </label>
            {closed && <span class="badge good">{settings.closedAlready}</span>}
          </li>
        ))}
      </ul>
      <FormProblem text={state.value.problem} />
      {isOwner() && (
        <div class="card-actions">
          <Button
            kind={chosen.length > 0 ? 'primary' : 'plain'}
            type="submit"
            busy={state.value.busy || chosen.length === 0}
          >
            {settings.closeOn(chosen.length)}
          </Button>
        </div>
      )}
    </form>
  )
}

interface Place {
  readonly country?: string
  readonly region?: string
}

function lastPlace(): Place {
  try {
    return JSON.parse(localStorage.getItem(placeKey) ?? '{}')
  } catch {
    return {}
  }
}

const readHolidays = (year: number, place: Place): Promise<HolidayList> =>
  ask((api) => api.GET('/api/v1/closures/holidays', { params: { query: { year, ...place } } }))

const closeOn = ({ date, name }: Holiday): Promise<Closure> =>
  ask((api) => api.POST('/api/v1/closures', { body: { name, fromDate: date, throughDate: date } }))

async function undo(added: readonly Closure[], again: () => Promise<void>): Promise<void> {
  try {
    for (const { id, version } of added)
      await ask((api) =>
        api.DELETE('/api/v1/closures/{closureId}', {
          params: { path: { closureId: id } },
          headers: ifMatch(version),
        }),
      )
  } finally {
    await again()
  }
}

/** The codes of countries with their names in the language of the desk, by name. */
function countryNames(codes: readonly string[]): (readonly [string, string])[] {
  const names = new Intl.DisplayNames([locale.value], { type: 'region' })
  const { compare } = new Intl.Collator(locale.value)
  return codes.map((code) => [code, names.of(code) ?? code] as const).sort(([, a], [, b]) => compare(a, b))
}
