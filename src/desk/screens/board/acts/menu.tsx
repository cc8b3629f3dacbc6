/** The menu of an entry: every act that can be done with the entry, with its key if the act has one. */
import type { DayEntry } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { entryActs } from './entry-acts.ts'
import { nameOf } from './names.ts'
import { popUp } from './popup-menu.tsx'

/** Opens the menu of an entry beside an element. */
export function openEntryMenu(entry: DayEntry, anchor: HTMLElement): void {
  const offered = Object.values(entryActs).filter(({ may }) => may?.(entry) ?? true)
  const items = offered.map(({ key, icon, part, says, run }, i) => ({
    says: says(entry),
    parted: i > 0 && part !== offered[i - 1]!.part,
    run: () => run(entry),
    ...(key && { key }),
    ...(icon && { icon }),
  }))
  popUp(words.value.acts.menuOf(nameOf(entry)), items, anchor)
}
