import type { DayEntry } from '../../../contract/names.ts'
import { openLater } from '../../../parts/dialog.tsx'

/** Opens everything about an entry, to read and to change. */
export const openEntry = (entry: DayEntry): Promise<void> =>
  openLater(async () => {
    const { EntryForm } = await import('./entry-form.tsx')
    return (close) => <EntryForm entry={entry} close={close} />
  })
