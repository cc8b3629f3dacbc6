/** Opens the dialogues of entries. Their code is loaded when one is first opened. */
import type { DayEntry } from '../../../contract/names.ts'
import { openLater } from '../../../parts/dialog.tsx'
import type { Where } from './move.ts'

/** Day, time, chair and length, for people who cannot or do not want to drag. */
export const openMove = (entry: DayEntry): Promise<void> =>
  openLater(async () => {
    const { MoveDialog } = await import('./move-dialog.tsx')
    return (close) => <MoveDialog entry={entry} close={close} />
  })

/** A new block of time in which nobody can be booked. */
export const openBlock = (where?: Where): Promise<void> =>
  openLater(async () => {
    const { BlockDialog } = await import('./block-dialog.tsx')
    return (close) => <BlockDialog where={where} close={close} />
  })

/** Loads the code of the dialogues before one of them is wanted. */
export function loadDialogs(): void {
  const all = [
    import('./move-dialog.tsx'),
    import('./block-dialog.tsx'),
    import('./entry-form.tsx'),
    import('./cancel-form.tsx'),
  ]
  // What cannot be loaded now is loaded, or complained about, when it is wanted.
  for (const one of all) one.catch(() => {})
}
