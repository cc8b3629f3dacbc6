/** Finds patients by a typed text. */
import { api } from '../../api/api.ts'
import { reading } from '../../base/time/reading.ts'
import type { Patient } from '../../contract/names.ts'
import { asksOf, type PatientQuery } from './asks.ts'

/** The query of a typed text, by today's date and the order of dates in this language. */
export const asks = (text: string): readonly PatientQuery[] => asksOf(text, reading())

/** A patient who was found, and the instant at which the patient's next visit starts. */
export type FoundPatient = Patient & { readonly nextVisitAt?: string | undefined }

/** The patients who match a text. Each patient is returned once. @throws Failure. */
export async function findPatients(
  text: string,
  limit: number,
  signal?: AbortSignal,
): Promise<readonly FoundPatient[]> {
  const pages = await Promise.all(
    asks(text).map((query) =>
      api.GET('/api/v1/patients', {
        params: { query: { ...query, limit, nextVisits: true } },
        signal: signal ?? null,
      }),
    ),
  )
  const next = new Map(
    pages.flatMap(({ nextVisits = [] }) => nextVisits.map(({ patientId, startAt }) => [patientId, startAt])),
  )
  const found = new Map(pages.flatMap(({ patients }) => patients).map((patient) => [patient.id, patient]))
  return [...found.values()]
    .slice(0, limit)
    .map((patient) => ({ ...patient, nextVisitAt: next.get(patient.id) }))
}
