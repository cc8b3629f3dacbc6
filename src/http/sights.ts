/** Keeps sights in the audit trail. A sight says which patients an answer has shown (RULES §14). */
import type { Act } from '../domain/act.ts'
import type { Sight } from '../domain/audit.ts'
import { exchangeOf } from './exchange.ts'

/**
 * Keeps which patients an answer shows. `by` names who sees them, and in which practice. Without `by`, it is the
 * caller.
 */
export type Saw = (sight: Sight, by?: { readonly practiceId: string; readonly act: Act }) => void

/** Keeps which patients the answer to a request shows. For a long list, it is called with each page. */
export function keepSight(request: Request, practiceId: string, act: Act, sight: Sight): void {
  // The answer showed no patient, and nobody was searched for.
  if (sight.patients.length === 0 && sight.detail === undefined) return
  const exchange = exchangeOf(request)
  exchange.sights?.saw(practiceId, act, sight, exchange.hasShown)
  exchange.hasShown = true
}

/**
 * The function that lets an answer wait until it is recorded which patients the answer shows. Undefined when the answer
 * need not wait.
 */
export function waitForSights(request: Request): (() => Promise<void>) | undefined {
  const { sights, hasShown } = exchangeOf(request)
  return hasShown ? sights?.kept : undefined
}

/** The patients named by records, each once. */
export function patientsIn(records: readonly { readonly patientId: string | null }[]): string[] {
  const patients = new Set<string>()
  for (const { patientId } of records) if (patientId) patients.add(patientId)
  return [...patients]
}
