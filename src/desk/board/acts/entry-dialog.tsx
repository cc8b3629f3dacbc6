import type { DayEntry } from '../../api/names.ts'

/** Opens an entry. */
export function openEntry(_entry: DayEntry): void {}
