import { namesPerson } from '../../domain/naming.ts'
import { conflict, found, type Issue, invalid, Problem, unavailable } from '../../domain/problem.ts'
import { settingsOf } from '../../domain/settings.ts'
import { yearsAfter } from '../../domain/time.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { erasePatient, findPerson, isErased, lastTreatment } from '../../store/person/erasure.ts'
import { listMerged } from '../../store/person/merged.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'

/** One erasure in the memory outside the database. `at` is in epoch milliseconds. */
interface Erasure {
  readonly practiceId: string
  readonly patientId: string
  readonly at: number
}

/** The memory of erasures outside the database, so that an erased person does not return with a restored backup. */
export interface ErasureMemory {
  /** Resolves when the erasure is remembered. @throws when it cannot be remembered. */
  remember(erasure: Erasure): Promise<void>
  /** Forgets an erasure that was refused after all. */
  forget(erasure: Erasure): Promise<void>
  /** Removes what an erasure leaves behind in the database file, now or as soon as possible. It never throws. */
  clean(): Promise<void>
}

/**
 * Why a person is erased, and why this happens before the end of the duty to keep their records. Neither text may name
 * the person.
 */
interface EraseReasons {
  readonly reason: string
  readonly overrideRetention?: string | undefined
}

/**
 * Erases a person (RULES §16), whether the patient still exists or was deleted. The erasure is remembered outside the
 * database first. So it is completed at the next start, even when the process dies half-way.
 * @param requireCaller checks the caller. It runs before anything is remembered, and again inside the transaction.
 * @throws `not_found`. `validation_failed` when a reason names the person. `conflict` while the records must be kept
 * and no `overrideRetention` is given. `unavailable` when the erasure cannot be remembered.
 */
export async function erasePerson(
  practice: Practice,
  memory: ErasureMemory,
  patientId: string,
  { reason, overrideRetention }: EraseReasons,
  now: number,
  requireCaller: (scope: Scope) => void = () => undefined,
): Promise<void> {
  const requireErasable = (scope: Scope) => {
    requireCaller(scope)
    requireNameless(scope, patientId, { reason, overrideRetention })
    if (overrideRetention === undefined) requireNoDuty(scope, patientId, now)
  }
  requireErasable(practice.read)
  const { practiceId } = practice.read
  const personsOf = (scope: Scope) => [patientId, ...listMerged(scope, patientId)]
  // In an older backup, records that were merged into the person are still separate patients. So they are remembered,
  // too.
  const remembered = personsOf(practice.read)
  const erasures = remembered.map((id) => ({ practiceId, patientId: id, at: now }))
  try {
    for (const erasure of erasures) await memory.remember(erasure)
  } catch (cause) {
    throw unavailable(
      cause,
      'The erasure cannot be remembered outside the database now, so nothing was erased. Try again shortly.',
    )
  }
  try {
    await practice.write((tx) => {
      requireErasable(tx)
      requireRemembered(personsOf(tx), remembered)
      erasePatient(tx, patientId, now)
      tx.record({
        kind: 'erasure',
        record: { kind: 'patient', id: patientId },
        patientId,
        before: { reason: null, overrideRetention: null },
        after: { reason, overrideRetention: overrideRetention ?? null },
      })
    })
  } catch (error) {
    // Somebody else may have erased the person meanwhile. That erasure stays remembered.
    const refused = error instanceof Problem && !isErased(practice.read, patientId)
    if (refused) for (const erasure of erasures) await memory.forget(erasure)
    throw error
  }
  await memory.clean()
}

/** @throws `conflict` when somebody was merged into the person meanwhile. */
function requireRemembered(persons: readonly string[], remembered: readonly string[]): void {
  if (persons.some((id) => !remembered.includes(id)))
    throw conflict(
      'Somebody has just merged another record into this person. Look at the record, then try again.',
    )
}

/** @throws `not_found`; `validation_failed`. */
function requireNameless(scope: Scope, patientId: string, reasons: EraseReasons): void {
  const person = found(findPerson(scope, patientId))
  const issues = Object.entries(reasons).flatMap(([path, text]): Issue[] =>
    text !== undefined && namesPerson(text, person)
      ? [{ path, message: 'must not name the person, because this text stays' }]
      : [],
  )
  if (issues.length > 0) throw invalid(issues)
}

/** @throws `conflict` while the patient's records must be kept. */
function requireNoDuty(scope: Scope, patientId: string, now: number): void {
  const practice = found(findPractice(scope))
  const { timezone } = practice
  const years = settingsOf(practice).keepPatientsYears
  const treatedAt = lastTreatment(scope, patientId)
  if (treatedAt === null) return
  const endsAt = yearsAfter(treatedAt, years, timezone)
  if (endsAt <= now) return
  const day = Temporal.Instant.fromEpochMilliseconds(endsAt).toZonedDateTimeISO(timezone).toPlainDate()
  throw conflict(
    `The records of this person must be kept until ${day}: ${years} ${years === 1 ? 'year' : 'years'} after the last treatment. To erase the person before then, say why in \`overrideRetention\`.`,
    [{ path: 'overrideRetention', message: `is needed until ${day}`, until: day.toString() }],
  )
}
