import type { DayEntry } from '../../api/names.ts'

/** Opens the menu of an entry beside an element. */
export function openEntryMenu(_entry: DayEntry, _anchor: HTMLElement): void {}
