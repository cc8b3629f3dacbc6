import { useEffect, useMemo } from 'preact/hooks'
import { sayTrouble } from '../../../base/toasts.tsx'
import type { Day } from '../../../contract/names.ts'
import { dayAt, days } from '../../../live/day.ts'
import { resource } from '../../../live/resource.ts'

/**
 * A day with all its entries; undefined until it is read. The day is read again after changes, and after the board was
 * read again. The board is read again after a refusal, to find the entry that is in the way.
 */
export function useDay(date: string): Day | undefined {
  const read = useMemo(() => resource<Day>({ read: () => dayAt(date), by: () => days.value }), [date])
  useEffect(read.follow, [read])
  const { trouble } = read
  useEffect(() => {
    if (trouble !== undefined) sayTrouble(trouble)
  }, [trouble])
  return read.value
}
