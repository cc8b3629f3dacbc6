import { locale, words } from '../words/words.ts'
import { make } from './dom.ts'

export const guessedTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Lists every time zone that the browser knows, by region. `clock` shows the time in the chosen one. */
export function offerTimeZones(select: HTMLSelectElement, chosen: string, clock: HTMLElement): void {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].sort()
  const regions = new Set(zones.map(regionOf))
  select.replaceChildren(
    ...[...regions].map((label) =>
      make('optgroup', { label }, ...zones.filter((zone) => regionOf(zone) === label).map(option)),
    ),
  )
  select.value = chosen
  const tell = () => {
    clock.textContent = words.setup.itIs(timeIn(select.value))
  }
  select.addEventListener('change', tell)
  tell()
}

const regionOf = (zone: string) => (zone.includes('/') ? zone.split('/')[0]! : words.setup.otherZones)

const option = (zone: string) =>
  make('option', { value: zone, textContent: zone.replaceAll('_', ' ').replaceAll('/', ' / ') })

const timeIn = (timeZone: string) =>
  new Date().toLocaleTimeString(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
