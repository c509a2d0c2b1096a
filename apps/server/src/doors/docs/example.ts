import type { JsonSchema, OpenApiDocument } from './api-document.ts'
import { samples } from './samples.ts'

type Schemas = OpenApiDocument['components']['schemas']

/** The name behind a reference, and the schema under it. */
export function followed({ $ref = '' }: JsonSchema, schemas: Schemas): { name: string; schema: JsonSchema } {
  const name = $ref.replace('#/components/schemas/', '')
  const schema = schemas[name]
  if (!schema) throw new Error(`unknown component of the OpenAPI document: ${name}`)
  return { name, schema }
}

/** A value that the schema takes; `owner` is the component or call that the schema belongs to. */
export function exampleOf(schema: JsonSchema, owner: string, schemas: Schemas): unknown {
  if (schema.$ref !== undefined) {
    const { name, schema: component } = followed(schema, schemas)
    return name in samples ? samples[name] : exampleOf(component, name, schemas)
  }
  if (schema.properties) return exampleOfFields(schema, owner, schemas)
  if (schema.items) return [exampleOf(schema.items, owner, schemas)]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], owner, schemas)
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  return exampleOfType(typeof schema.type === 'string' ? schema.type : schema.type?.[0])
}

/** Required fields, and those optional ones that there is a likely value for. */
function exampleOfFields({ properties = {}, required = [] }: JsonSchema, owner: string, schemas: Schemas) {
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const sample = [`${owner}.${name}`, name].find((key) => key in samples)
    if (sample !== undefined) return [[name, samples[sample]]]
    return required.includes(name) ? [[name, exampleOf(field, owner, schemas)]] : []
  })
  return Object.fromEntries(fields) as Record<string, unknown>
}

function exampleOfType(type: string | undefined): unknown {
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return 1
  if (type === 'object') return {}
  return 'text'
}
