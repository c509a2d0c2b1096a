import type { JsonSchema, OpenApiDocument } from './api-document.ts'

type Schemas = OpenApiDocument['components']['schemas']

/** What examples are made of. */
export interface Sources {
  readonly schemas: Schemas
  /** A likely value of each field: `field` anywhere, or `owner.field` in one component or call. */
  readonly samples: Readonly<Record<string, unknown>>
}

/** The name behind a reference, and the schema under it. */
export function followed({ $ref = '' }: JsonSchema, schemas: Schemas): { name: string; schema: JsonSchema } {
  const name = $ref.replace('#/components/schemas/', '')
  const schema = schemas[name]
  if (!schema) throw new Error(`unknown component of the OpenAPI document: ${name}`)
  return { name, schema }
}

/** A value that the schema takes; `owner` is the component or call that the schema belongs to. */
export function exampleOf(schema: JsonSchema, owner: string, sources: Sources): unknown {
  if (schema.$ref !== undefined) {
    const { name, schema: component } = followed(schema, sources.schemas)
    return name in sources.samples ? sources.samples[name] : exampleOf(component, name, sources)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.properties) return exampleOfFields(schema, owner, sources)
  if (schema.items) return [exampleOf(schema.items, owner, sources)]
  const option = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (option) return exampleOf(option, owner, sources)
  if (schema.enum) return schema.enum[0]
  if (typeof schema.additionalProperties === 'object') return exampleOfMap(schema, owner, sources)
  if (schema.default !== undefined) return schema.default
  return exampleOfType(schema)
}

/** Required fields, and those optional ones that there is a likely value for. */
function exampleOfFields({ properties = {}, required = [] }: JsonSchema, owner: string, sources: Sources) {
  const { samples } = sources
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const sample = [`${owner}.${name}`, name].find(
      (key) => key in samples && fits(samples[key], field, sources.schemas),
    )
    if (sample !== undefined) return samples[sample] === undefined ? [] : [[name, samples[sample]]]
    return required.includes(name) ? [[name, exampleOf(field, owner, sources)]] : []
  })
  return Object.fromEntries(fields) as Record<string, unknown>
}

/** Whether a sample can be meant for this field: the same name may be a text here and an object there. */
function fits(sample: unknown, field: JsonSchema, schemas: Schemas): boolean {
  const { properties, anyOf, enum: options, const: only, type } = field.$ref ? followed(field, schemas).schema : field
  if (sample === undefined) return true
  if (anyOf) return anyOf.some((option) => fits(sample, option, schemas))
  if (only !== undefined) return sample === only
  if (options) return options.includes(sample)
  if (properties) return typeof sample === 'object' && sample !== null && !Array.isArray(sample)
  if (type === 'null') return sample === null
  if (type === 'number' || type === 'integer') return typeof sample === 'number'
  return sample !== null || type === undefined || [type].flat().includes('null')
}

function exampleOfMap({ additionalProperties, required = [] }: JsonSchema, owner: string, sources: Sources) {
  const value = typeof additionalProperties === 'object' ? exampleOf(additionalProperties, owner, sources) : 'text'
  return Object.fromEntries(required.map((name) => [name, value]))
}

/** Texts of common forms, the plainest first. */
const TEXTS = [
  'text',
  '1',
  'UZS',
  '100001',
  '1.00',
  '2026-11',
  '2026-11-15',
  '22:00',
  '#0b5f62',
  'q3Xf0T7mWb2yK9dLr5VnZa8C',
]

function exampleOfType({ type, format, pattern = '' }: JsonSchema): unknown {
  const plain = typeof type === 'string' ? type : type?.[0]
  if (plain === 'boolean') return true
  if (plain === 'integer' || plain === 'number') return 1
  if (plain === 'null') return null
  if (plain === 'object') return {}
  if (format === 'uuid') return '01930c5e-7a40-7d31-9b1e-4f6a2c8d0e57'
  if (format === 'email') return 'operator@example.com'
  if (format === 'date-time') return '2026-11-15T20:00:00.000Z'
  return TEXTS.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'text'
}
