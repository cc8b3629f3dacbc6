import { useEffect, useState } from 'preact/hooks'
import { sayTrouble } from '../../../base/toasts.tsx'
import type { Day } from '../../../contract/names.ts'
import { dayAt } from '../../../live/day.ts'

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
