import { ask, ifMatch } from '../../../api/api.ts'
import type { Closure } from '../../../contract/names.ts'
import type { ClosureFields } from './closure-mistakes.ts'

/** Adds a closure, or changes the one with this id. @throws Failure. */
export const saveClosure = (
  id: string | undefined,
  whole: ClosureFields,
  changes: Partial<ClosureFields>,
  version: number,
) =>
  id === undefined
    ? ask((api) => api.POST('/api/v1/closures', { body: whole }))
    : ask((api) =>
        api.PATCH('/api/v1/closures/{closureId}', {
          params: { path: { closureId: id } },
          headers: ifMatch(version),
          body: changes,
        }),
      )

/** @throws Failure. */
export const deleteClosure = ({ id, version }: Closure) =>
  ask((api) =>
    api.DELETE('/api/v1/closures/{closureId}', {
      params: { path: { closureId: id } },
      headers: ifMatch(version),
    }),
  )
