import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../../api/api.ts'
import { sayTrouble } from '../../../base/toasts.tsx'
import type { Day } from '../../../contract/names.ts'

/** Reads a day `YYYY-MM-DD` with everything on it. @throws Failure. */
export const dayAt = (date: string): Promise<Day> =>
  ask((api) => api.GET('/api/v1/day', { params: { query: { date } } }))

/** A day with everything on it; undefined until it is there. */
export function useDay(date: string): Day | undefined {
  const [day, setDay] = useState<Day>()
  useEffect(() => {
    let isAsked = true
    dayAt(date).then((read) => isAsked && setDay(read), sayTrouble)
    return () => {
      isAsked = false
    }
  }, [date])
  return day?.date === date ? day : undefined
}
