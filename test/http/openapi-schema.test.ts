import { expect, test } from 'bun:test'
import { Components, exampleOf } from '../../src/http/openapi-schema.ts'

const name = { type: 'string', examples: ['Zoé'] }

test('a named schema is written once in the OpenAPI document, and referred to wherever it occurs', () => {
  const components = new Components()
  const chair = { title: 'Chair', type: 'object', properties: { name } }
  const reference = { $ref: '#/components/schemas/Chair' }
  const list = { type: 'array', items: { anyOf: [chair, { type: 'null' }] } }
  expect(components.hoisted(list)).toEqual({
    type: 'array',
    items: { anyOf: [reference, { type: 'null' }] },
  })
  expect(components.hoisted(chair)).toEqual(reference)
  expect(components.schemas).toEqual({ Chair: { type: 'object', properties: { name } } })
})

test('a field with the name `title` does not name a schema', () => {
  const note = { type: 'object', properties: { title: { type: 'string', description: 'A heading.' } } }
  const components = new Components()
  expect(components.hoisted(note)).toEqual(note)
  expect(components.schemas).toEqual({})
})

test('two different schemas with the same name are an error', () => {
  const components = new Components()
  components.hoisted({ title: 'Chair', type: 'object', properties: { name } })
  expect(() => components.hoisted({ title: 'Chair', type: 'object', properties: {} })).toThrow('named Chair')
})

test('the example of a schema is built from the first examples of its parts', () => {
  const week = {
    type: 'object',
    examples: [{ mon: [] }],
    properties: { mon: { type: 'array', items: name } },
  }
  const schema = {
    type: 'object',
    properties: { names: { type: 'array', items: { anyOf: [name, { type: 'null' }] } }, week },
  }
  expect(exampleOf(schema)).toEqual({ names: ['Zoé'], week: { mon: [] } })
  expect(() => exampleOf({ type: 'object', properties: { name: { type: 'string' } } })).toThrow('no example')
})
