/**
 * The schemas of the OpenAPI document. It has each named schema once, under `components`, and refers to it elsewhere.
 */
import type { codesKey } from './answers.ts'
import { documentedKey } from './shape.ts'

/** A JSON Schema, with the keywords that our schemas use. */
export interface Schema {
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly $ref?: string
  readonly [documentedKey]?: object
  readonly [codesKey]?: readonly string[]
}

/** The named schemas of a document, gathered while it is written. */
export class Components {
  readonly #schemas = new Map<string, Schema>()

  /**
   * The schema, with a reference in place of every named schema inside it. A named schema itself becomes a reference.
   * @throws when two different schemas have the same name.
   */
  hoisted(schema: Schema): Schema {
    const { title, ...written } = this.#written(schema)
    if (title === undefined) return written
    const known = this.#schemas.get(title)
    if (known !== undefined && !Bun.deepEquals(known, written))
      throw new Error(`two different schemas are named ${title}`)
    this.#schemas.set(title, written)
    return { $ref: `#/components/schemas/${title}` }
  }

  #written(schema: Schema): Schema {
    const { [documentedKey]: documented, format, pattern, ...rest } = schema
    const { properties, items, anyOf, allOf } = rest
    return {
      ...rest,
      ...(documented ?? { ...(format && { format }), ...(pattern && { pattern }) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, inner]) => [name, this.hoisted(inner)]),
        ),
      }),
      ...(items && { items: this.hoisted(items) }),
      ...(anyOf && { anyOf: anyOf.map((inner) => this.hoisted(inner)) }),
      ...(allOf && { allOf: allOf.map((inner) => this.hoisted(inner)) }),
    }
  }

  /** The schemas by name, in alphabetical order. */
  get schemas(): Record<string, Schema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/**
 * A value that fits a schema, put together from the examples inside it.
 * @throws when a part of the schema has no example.
 */
export function exampleOf(schema: Schema): unknown {
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0]!)
  if (schema.items !== undefined) return [exampleOf(schema.items)]
  if (schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, exampleOf(inner)]),
    )
  throw new Error(`a schema has no example: ${JSON.stringify(schema)}`)
}
