/** Does the same work for many items of a request, and reports every item that was refused. */
import { conflict, type Issue, invalid, Problem } from '../../domain/problem.ts'

/**
 * The outcome for many items: the results, and the problem of each refused item. `place` is the path of an item in the
 * request.
 */
export interface Gathered<R> {
  readonly results: readonly R[]
  readonly refused: readonly { readonly place: string; readonly problem: Problem }[]
}

/** Calls `run` for each item, also after an item was refused. */
export function gather<T, R>(
  items: readonly T[],
  placeOf: (i: number) => string,
  run: (item: T) => R,
): Gathered<R> {
  const results: R[] = []
  const refused: { place: string; problem: Problem }[] = []
  for (const [i, item] of items.entries())
    try {
      results.push(run(item))
    } catch (error) {
      if (!(error instanceof Problem && (error.code === 'validation_failed' || error.code === 'conflict')))
        throw error
      refused.push({ place: placeOf(i), problem: error })
    }
  return { results, refused }
}

const issuesAt = ({ place, problem }: Gathered<unknown>['refused'][number]): Issue[] =>
  problem.details?.map((issue) => ({ ...issue, path: `${place}.${issue.path}` })) ?? [
    { path: place, message: problem.message },
  ]

/** @throws `validation_failed` that names every item that is not valid. */
export function requireValid({ refused }: Gathered<unknown>): void {
  const wrong = refused.filter(({ problem }) => problem.code === 'validation_failed')
  if (wrong.length > 0) throw invalid(wrong.flatMap(issuesAt))
}

/** @throws `conflict` with the first refusal's message, that names at most `most` of the entries in the way. */
export function requireAccepted({ refused }: Gathered<unknown>, most: number): void {
  const [first] = refused
  if (first !== undefined) throw conflict(first.problem.message, refused.flatMap(issuesAt).slice(0, most))
}
