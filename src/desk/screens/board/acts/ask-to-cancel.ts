import type { DayEntry } from '../../../contract/names.ts'
import { openCancel } from '../cancel-dialog.tsx'
import { remove } from './remove.ts'

/** Takes an entry out of the calendar: an appointment is cancelled with a reason, anything else is deleted. */
export const askToCancel = (entry: DayEntry): Promise<boolean> =>
  entry.type === 'appointment' ? openCancel(entry) : remove(entry)
