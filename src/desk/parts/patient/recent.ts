/** The patients who were opened last. The list is only in memory, and gone with the page. */
import { signal } from '@preact/signals'
import type { Patient } from '../../contract/names.ts'

const mostRecent = 8

/** The patient who was opened last comes first. */
export const recent = signal<readonly Patient[]>([])

export function remember(patient: Patient): void {
  recent.value = [patient, ...recent.value.filter(({ id }) => id !== patient.id)].slice(0, mostRecent)
}

/** Forgets a patient who is not found any more. */
export function forget(patientId: string): void {
  recent.value = recent.value.filter(({ id }) => id !== patientId)
}
