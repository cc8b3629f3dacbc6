import { useMemo } from 'preact/hooks'
import { now } from '../api/now.ts'
import { sayTime } from '../base/time/say.ts'
import { words } from '../words/words.ts'
import { Options } from './select.tsx'

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
          <Options
            choices={zones.map((each) => [each, each.replaceAll('_', ' ').replaceAll('/', ' / ')] as const)}
          />
        </optgroup>
      ))}
    </select>
  )
}

const regionOf = (zone: string) => (zone.includes('/') ? zone.split('/')[0]! : '')

/** What the clocks in a time zone show now. */
export const clockIn = (zone: string): string => words.value.hours.clockIn(sayTime(now.value, zone))
