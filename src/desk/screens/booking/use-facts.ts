/** Reads the facts about a patient for the booking dialogue. */
import { useEffect, useMemo } from 'preact/hooks'
import { sayTrouble } from '../../base/toasts.tsx'
import { resource } from '../../live/resource.ts'
import { type Facts, readFacts, readPatient } from '../../parts/patient/facts.ts'
import { type BookingDraft, suggestMinutes } from './draft.ts'
import type { BookingStart } from './start.ts'
import { minutesOf } from './titles.ts'

/** The facts about the chosen patient. The facts are read again when another patient is chosen. */
export function useFacts(draft: BookingDraft, { patientId }: BookingStart) {
  const facts = useMemo(
    () => resource<Facts>({ read: (signal) => readFacts(draft.fields.patient!.id, signal) }),
    [],
  )
  const { patient } = draft.fields
  useEffect(() => {
    if (patientId === undefined) return
    readPatient(patientId).then((patient) => draft.set({ patient }), sayTrouble)
  }, [])
  useEffect(() => {
    facts.clear()
    if (patient === null) return
    void facts.again().then(() => {
      const before = facts.peek()?.former[0]
      if (before !== undefined) suggestMinutes(draft, minutesOf(before))
    })
    return facts.drop
  }, [patient])
  return facts
}
