/**
 * Writes the types of the API for the front desk: `bun run desk-types`. The types are generated from the OpenAPI
 * document without its texts. So the file is short, and a new text in the document does not change it.
 */
import { join } from 'node:path'
import { generate } from './generators.ts'
import { served } from './openapi.ts'
import { scratch } from './scratch.ts'

/** The path of the file with the types. */
export const deskTypesPath = 'src/desk/contract/openapi.ts'

const texts = new Set(['description', 'summary', 'example', 'examples'])

/**
 * A copy of the document without texts. Below `properties`, words such as `description` are names of fields, so they
 * stay.
 */
function withoutTexts(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || !texts.has(key))
      .map(([key, inner]) => [key, withoutTexts(inner, key === 'properties')]),
  )
}

/** The types of the present API. */
export async function deskTypes(): Promise<string> {
  const document = join(scratch, 'desk-openapi.json')
  const made = join(scratch, 'desk-openapi.ts')
  const { webhooks: _, ...rest } = served as object & { webhooks?: unknown }
  await Bun.write(document, JSON.stringify(withoutTexts(rest)))
  await generate('openapi-typescript/bin/cli.js', document, '--output', made)
  const lines = (await Bun.file(made).text()).split('\n')
  // For each path, the generated types also list every method that the path does not have. The desk does not need these
  // lines.
  return lines.filter((line) => !/^\s+\w+\?: never;$/.test(line)).join('\n')
}

if (import.meta.main) {
  await Bun.write(deskTypesPath, await deskTypes())
  process.exit(0)
}
