import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  examples?: readonly unknown[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

type FieldNote = Pick<JsonSchema, 'description' | 'pattern' | 'minimum' | 'maximum'>

/** Descriptions of `Component`, of `field` everywhere, or of `owner.field` in one component or call. */
export type Notes = Readonly<Record<string, string | FieldNote>>
/** Likely values under the same names. A value applies only where its type fits; undefined means none. */
export type Samples = Readonly<Record<string, unknown>>

/** A whole number in a query. Strings of digits, such as the number of a cashbox, have another pattern. */
const DIGITS = '^\\d{1,15}$'

/** Turns schemas of the contract into JSON Schema. The exported ones become `components` of the same name. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {}
  readonly #names = z.registry<{ id: string }>()
  readonly #notes: Notes
  readonly #samples: Samples

  constructor(modules: Readonly<Record<string, unknown>>, notes: Notes, samples: Samples) {
    for (const [id, value] of Object.entries(modules))
      if (value instanceof z.ZodMiniType) this.#names.add(value, { id })
    this.#notes = notes
    this.#samples = samples
  }

  write(schema: ZodMiniType, io: 'input' | 'output', owner: string): JsonSchema {
    // Wrapped, so that an exported schema is a reference at the top level too.
    const written = z.toJSONSchema(z.object({ schema }), {
      io,
      unrepresentable: 'any',
      metadata: this.#names,
      override({ zodSchema, jsonSchema }) {
        const { def } = zodSchema._zod
        if (def.type === 'default') jsonSchema.default = def.defaultValue
        // Fields may be added to an answer; see the promise in the partner's document.
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    })
    const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/')
    const { properties, $defs = {} } = JSON.parse(text) as {
      properties: { schema: JsonSchema }
      $defs?: Record<string, JsonSchema>
    }
    for (const [name, component] of Object.entries($defs)) {
      const described = { ...component, ...this.#describe(name, component) }
      this.#polish(described, name)
      const known = this.components[name]
      if (known && JSON.stringify(known) !== JSON.stringify(described)) {
        throw new Error(`${name} is sent in one form and answered in another`)
      }
      this.components[name] = described
    }
    this.#polish(properties.schema, owner)
    return properties.schema
  }

  /** Describes fields, writes digits of a query as integers, and drops the bounds of JavaScript's numbers. */
  #polish(schema: JsonSchema, owner: string) {
    if (schema.pattern === DIGITS) {
      delete schema.pattern
      Object.assign(schema, { type: 'integer', minimum: 0 })
    }
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      this.#polish(field, owner)
      // A field with one value, such as the type of an event, explains itself.
      Object.assign(field, this.#describe(`${owner}.${name}`, field, field.const === undefined ? name : undefined))
    }
    const { items, additionalProperties, anyOf = [], oneOf = [] } = schema
    for (const part of [items, additionalProperties, ...anyOf, ...oneOf]) {
      if (typeof part === 'object') this.#polish(part, owner)
    }
  }

  #describe(name: string, schema: JsonSchema, otherName?: string): JsonSchema {
    const note = this.#notes[name] ?? this.#notes[otherName ?? '']
    const key = [name, otherName ?? ''].find(
      (one) => one in this.#samples && fits(this.#samples[one], schema, one === name),
    )
    const sample = key === undefined ? undefined : this.#samples[key]
    return {
      ...(typeof note === 'string' ? { description: note } : note),
      ...(sample !== undefined && { examples: [sample] }),
    }
  }
}

/** Of a component only the sample that is named for this place, because the component has its own. */
function fits(sample: unknown, { $ref, type, anyOf, enum: options }: JsonSchema, isForHere = false): boolean {
  if (sample === undefined) return true
  if ($ref !== undefined) return isForHere
  if (anyOf) return anyOf.some((option) => fits(sample, option))
  if (options) return options.includes(sample)
  if (type === undefined) return true
  const own = sample === null ? 'null' : Array.isArray(sample) ? 'array' : typeof sample
  const types = new Set([type].flat())
  return types.has(own) || (own === 'number' && types.has('integer'))
}
