import type { Static, TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { type Issue, invalid } from '../domain/problem.ts'
import { issuesOf } from './issues.ts'
import { preparer } from './prepare.ts'
import { ruleFinder } from './rules.ts'

/**
 * A function that reads an untrusted value by a schema. It trims the texts that the schema says are trimmed. Then it
 * checks the result, and the rules between fields at every depth. What the caller found before is reported too.
 *
 * We check here and not in Elysia, which writes the offending value into its error before any hook of ours runs.
 * @throws `validation_failed` that names every offending path once.
 */
export function reader<S extends TSchema>(
  schema: S,
): (value: unknown, found?: readonly Issue[]) => Static<S> {
  const prepared = () => ({
    compiled: TypeCompiler.Compile(schema),
    prepare: preparer(schema) ?? ((value: unknown) => value),
    findBroken: ruleFinder(schema) ?? (() => []),
  })
  // Prepared for the first value, because a start should not wait for every route of the API.
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
