import { api, at } from '../../../api/api.ts'
import type { AppointmentsTouched, Closure } from '../../../contract/names.ts'
import type { components } from '../../../contract/openapi.ts'
import type { ClosureFields } from './closure-mistakes.ts'

/** Adds a closure. @throws Failure. */
export const addClosure = (body: components['schemas']['CreateClosure']) =>
  api.POST('/api/v1/closures', { body }) as Promise<Closure>

/** Adds a closure, or changes the one with this id. @throws Failure. */
export const saveClosure = (
  id: string | undefined,
  whole: ClosureFields,
  changes: Partial<ClosureFields>,
  version: number,
) =>
  id === undefined
    ? addClosure(whole)
    : api.PATCH('/api/v1/closures/{closureId}', { ...at({ closureId: id }, version), body: changes })

/** Counts the appointments that are in the time of a closure. The name may be missing. @throws Failure. */
export const touchedByClosure = (whole: ClosureFields, signal: AbortSignal) =>
  api.POST('/api/v1/closures', {
    params: { query: { dryRun: 'true' } },
    body: { ...whole, name: whole.name.trim() || '-' },
    signal,
  }) as Promise<AppointmentsTouched>

/** @throws Failure. */
export const deleteClosure = ({ id, version }: Closure) =>
  api.DELETE('/api/v1/closures/{closureId}', at({ closureId: id }, version))
