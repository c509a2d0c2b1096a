import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'

/** The part of JSON Schema that the contract comes out in. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type Components = Record<string, JsonSchema>
type FieldNote = Pick<JsonSchema, 'description' | 'pattern' | 'minimum' | 'maximum'>

/** Descriptions that a schema can't carry: of `field` everywhere, or of `owner.field` in one component or call. */
export type Notes = Readonly<Record<string, string | FieldNote>>

type Names = z.core.$ZodRegistry<{ id: string; description?: string }>

/** Schemas that these modules export become components of the same name. */
export function namesOf(modules: Readonly<Record<string, unknown>>, notes: Readonly<Record<string, string>>): Names {
  const names: Names = z.registry()
  for (const [id, value] of Object.entries(modules)) {
    const description = notes[id]
    if (value instanceof z.ZodMiniType) names.add(value, description === undefined ? { id } : { id, description })
  }
  return names
}

export type Direction = 'input' | 'output'

/** Turns schemas of the contract into JSON Schema, and gathers those that have a name in `components`. */
export class SchemaWriter {
  readonly components: Components = {}
  readonly #names: Names
  readonly #notes: Notes

  constructor(names: Names, notes: Notes) {
    this.#names = names
    this.#notes = notes
  }

  write(schema: ZodMiniType, io: Direction, owner: string): JsonSchema {
    // Wrapped, so that an exported schema comes out as a reference at the top as well.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      metadata: this.#names,
      override({ zodSchema, jsonSchema }) {
        const { def } = zodSchema._zod
        if (def.type === 'default') jsonSchema.default = def.defaultValue
      },
    }) as unknown as { properties: { schema: JsonSchema }; $defs?: Components }
    const newNames = this.#newNames($defs)
    for (const [name, definition] of Object.entries($defs)) {
      this.components[newNames[name] ?? name] = this.#polish(definition, newNames[name] ?? name, newNames)
    }
    return this.#polish(properties.schema, owner, newNames)
  }

  /** A schema that is sent in one form and answered in another gets a second name for what is sent. */
  #newNames($defs: Components): Record<string, string> {
    const differing = Object.entries($defs).filter(([name, definition]) => {
      const known = this.components[name]
      return known && JSON.stringify(known) !== JSON.stringify(this.#polish(definition, name, {}))
    })
    return Object.fromEntries(differing.map(([name]) => [name, `${name}Sent`]))
  }

  /** References into the document, digits of a query as whole numbers, and a note beside each field. */
  #polish(schema: JsonSchema, owner: string, newNames: Readonly<Record<string, string>>): JsonSchema {
    const { $ref, properties, items, anyOf, oneOf, additionalProperties, ...rest } = schema
    const { pattern, ...plain } = rest
    const within = (one: JsonSchema) => this.#polish(one, owner, newNames)
    const name = $ref?.replace('#/$defs/', '') ?? ''
    const polished: JsonSchema = {
      ...($ref && { $ref: `#/components/schemas/${newNames[name] ?? name}` }),
      ...(pattern === DIGITS ? { ...plain, type: 'integer', minimum: 0 } : rest),
      ...(properties && { properties: this.#polishFields(properties, owner, newNames) }),
      ...(items && { items: within(items) }),
      ...(anyOf && { anyOf: anyOf.map(within) }),
      ...(oneOf && { oneOf: oneOf.map(within) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'object' ? within(additionalProperties) : additionalProperties,
      }),
    }
    return Object.fromEntries(Object.entries(polished).filter(([, value]) => !isLimitOfNumbers(value)))
  }

  #polishFields(fields: Readonly<Components>, owner: string, newNames: Readonly<Record<string, string>>): Components {
    const polished = Object.entries(fields).map(([name, field]) => {
      // A field with one value, such as the type of an event, explains itself.
      const note = this.#notes[`${owner}.${name}`] ?? (field.const === undefined ? this.#notes[name] : undefined)
      return [
        name,
        { ...this.#polish(field, owner, newNames), ...(typeof note === 'string' ? { description: note } : note) },
      ]
    })
    return Object.fromEntries(polished) as Components
  }
}

/** A whole number in a query; texts of digits, such as the number of a cashbox, have another pattern. */
const DIGITS = '^\\d{1,15}$'

const isLimitOfNumbers = (value: unknown) => value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER
