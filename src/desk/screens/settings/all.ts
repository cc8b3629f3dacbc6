/** The settings, and the dialogue of an absence, which the board also opens. The two are loaded as one file. */
import { AbsenceDialog } from './absences/absence-dialog.tsx'
import { Settings } from './settings.tsx'

export const all = { AbsenceDialog, Settings }
