import type { Appointment } from '../../api/names.ts'

/** Asks why an appointment is cancelled, and cancels it. Resolves with whether it was. */
export const openCancel = async (_entry: Pick<Appointment, 'id' | 'version'>): Promise<boolean> => false
