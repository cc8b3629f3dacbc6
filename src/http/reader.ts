import type { Static, TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { type Issue, invalid } from '../domain/problem.ts'
import { issuesOf } from './issues.ts'
import { preparer } from './prepare.ts'
import { ruleFinder } from './rules.ts'

/**
 * A function that reads an untrusted value by a schema. It trims the texts that are marked in the schema. Then it
 * checks the result, and the rules between fields at every depth. The issues in `found` are reported, too.
 *
 * We check here and not in Elysia: it writes the wrong value into its error before any hook of ours runs.
 * @throws `validation_failed` that names every wrong path once.
 */
export function reader<S extends TSchema>(
  schema: S,
): (value: unknown, found?: readonly Issue[]) => Static<S> {
  const prepared = () => ({
    compiled: TypeCompiler.Compile(schema),
    prepare: preparer(schema) ?? ((value: unknown) => value),
    findBroken: ruleFinder(schema) ?? (() => []),
  })
  // The tools are made for the first value, so that the start of the service does not wait for the tools of every
  // route.
  let tools: ReturnType<typeof prepared> | undefined
  return (sent, found = []) => {
    tools ??= prepared()
    const { compiled, prepare, findBroken } = tools
    const value = prepare(sent)
    const fits = compiled.Check(value)
    const broken = [...found, ...findBroken(value, fits)]
    if (fits && broken.length === 0) return value
    throw invalid(issuesOf(fits ? [] : compiled.Errors(value), broken))
  }
}
