/**
 * Writes the types of the API for the front desk: `bun run desk-types`. They come from the OpenAPI document without its
 * texts, so that the file is short and only a change of a shape changes it.
 */
import { join } from 'node:path'
import { generate } from './generators.ts'
import { served } from './openapi.ts'
import { scratch } from './scratch.ts'

/** Where the types lie. */
export const deskTypesPath = 'src/desk/contract/openapi.ts'

const texts = new Set(['description', 'summary', 'example', 'examples'])

/** A copy without texts. Below `properties`, the same words are names of fields. */
function withoutTexts(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || !texts.has(key))
      .map(([key, inner]) => [key, withoutTexts(inner, key === 'properties')]),
  )
}

/** The types as they are for the API of now. */
export async function deskTypes(): Promise<string> {
  const document = join(scratch, 'desk-openapi.json')
  const made = join(scratch, 'desk-openapi.ts')
  const { webhooks: _, ...rest } = served as object & { webhooks?: unknown }
  await Bun.write(document, JSON.stringify(withoutTexts(rest)))
  await generate('openapi-typescript/bin/cli.js', document, '--output', made)
  const lines = (await Bun.file(made).text()).split('\n')
  // The generated types name, for each path, every method that it does not have. The desk works without these lines.
  return lines.filter((line) => !/^\s+\w+\?: never;$/.test(line)).join('\n')
}

if (import.meta.main) {
  await Bun.write(deskTypesPath, await deskTypes())
  process.exit(0)
}
