/** What the booking dialogue reads about people. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { sayTrouble } from '../../base/toasts.tsx'
import { type BookingDraft, suggestMinutes } from './draft.ts'
import { type Facts, readFacts, readPatient } from './facts.ts'
import type { BookingStart } from './start.ts'
import { minutesOf } from './titles.ts'

/** What is known of the patient, read again for each. */
export function useFacts(draft: BookingDraft, { patientId }: BookingStart) {
  const facts = useSignal<Facts | undefined>(undefined)
  useEffect(() => {
    if (patientId === undefined) return
    readPatient(patientId).then((patient) => {
      draft.patient.value = patient
    }, sayTrouble)
  }, [])
  useEffect(() => {
    let giveUp = new AbortController()
    const stop = draft.patient.subscribe(async (patient) => {
      giveUp.abort()
      facts.value = undefined
      if (patient === null) return
      giveUp = new AbortController()
      const { signal } = giveUp
      const read = await readFacts(patient.id, signal).catch(() => undefined)
      if (signal.aborted || read === undefined) return
      facts.value = read
      const [before] = read.former
      if (before !== undefined) suggestMinutes(draft, minutesOf(before))
    })
    return () => {
      stop()
      giveUp.abort()
    }
  }, [])
  return facts
}
