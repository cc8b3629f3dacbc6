import { useMemo } from 'preact/hooks'
import { now } from '../api/now.ts'
import { sayTime } from '../base/time/say.ts'
import { words } from '../words/words.ts'

interface Props {
  readonly its: { readonly id: string }
  readonly zone: string
  readonly change: (zone: string) => void
}

/** Every time zone that the browser knows, by region. */
export function TimeZoneSelect({ its, zone, change }: Props) {
  const regions = useMemo(() => {
    const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort()
    return [...Map.groupBy(zones, regionOf)]
  }, [zone])
  return (
    <select {...its} value={zone} onChange={({ currentTarget: { value } }) => change(value)}>
      {regions.map(([region, zones]) => (
        <optgroup key={region} label={region || words.value.hours.otherRegion}>
          {zones.map((each) => (
            <option key={each} value={each}>
              {each.replaceAll('_', ' ').replaceAll('/', ' / ')}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

const regionOf = (zone: string) => (zone.includes('/') ? zone.split('/')[0]! : '')

/** What the clocks in a time zone show now. */
export const clockIn = (zone: string): string => words.value.hours.clockIn(sayTime(now.value, zone))
