import { eq } from 'drizzle-orm'
import { waitingList } from '../../db/schema/front-desk.ts'
import type { WriteScope } from './scope.ts'
import { param, remove } from './statement.ts'

const ofPatient = remove(waitingList, eq(waitingList.patientId, param('patientId', waitingList.patientId)))

/** Takes a patient off the waiting list, as often as they are on it. */
export const removeWaitingOfPatient = (tx: WriteScope, patientId: string): void =>
  void tx.run(ofPatient, { patientId })
