/** The names of the entries of the calendar. */
import type { DayEntry } from '../../../contract/names.ts'
import { known } from '../../../words/known.ts'
import { isolated, spokenName } from '../../../words/names.ts'
import { words } from '../../../words/words.ts'

/** The name of the patient, else the title, else the type of the entry. */
export function nameOf({ patient, title, type }: Pick<DayEntry, 'patient' | 'title' | 'type'>): string {
  if (patient) return spokenName(patient)
  const { card, shell } = words.value
  return title === null ? known(card.types, type, shell.newer) : isolated(title)
}
