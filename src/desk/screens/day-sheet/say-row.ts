/** The texts of a line of a sheet, in the language of the desk. */
import type { DayEntry } from '../../contract/names.ts'
import { listName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import type { SheetRow } from './rows.ts'

/** The name of a line: the patient, the title or the type of the entry, or that the time is free or closed. */
export function sayWho(row: SheetRow): string {
  const { card, sheet } = words.value
  if (row.kind === 'free') return sheet.free
  if (row.kind === 'closed') return sheet.closed(row.name)
  const { patient, title, type } = row.entry
  if (patient) return listName(patient)
  return title ?? card.types[type]
}

/** The treatment of the visit. Empty when the line already names it, or when it is not known. */
export const sayWhat = ({ patient, title }: DayEntry): string => (patient && title) || ''

/** The signs that the team wants to see beside the name. */
export function signsOf({ patient, firstVisit, answer, progress, hasNextNote, type }: DayEntry): string[] {
  const { sheet, card } = words.value
  const alerts = patient?.alerts.join(', ')
  const asks = answer === 'cancel_requested' && progress?.state === 'expected'
  return [
    Boolean(alerts) && card.alert(alerts!),
    type === 'appointment' && firstVisit && sheet.firstVisit,
    asks && sheet.asksToCancel,
    hasNextNote && sheet.nextNote,
  ].filter((sign) => sign !== false)
}
