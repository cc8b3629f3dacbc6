/** The screens beside the board. They are loaded after the first board. */
import { Nowhere } from '../base/nowhere.tsx'
import { DaySheet } from '../screens/day-sheet/day-sheet.tsx'
import { InboxScreen } from '../screens/inbox/inbox.tsx'
import { openNewPatient } from '../screens/patients/new-dialog.tsx'
import { Patients } from '../screens/patients/patients.tsx'
import { CallScreen } from '../screens/recalls/recalls.tsx'

export const otherScreens = { DaySheet, InboxScreen, Nowhere, Patients, CallScreen, openNewPatient }
