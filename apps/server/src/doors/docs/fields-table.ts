import { type Html, html, joined, prose } from '../../platform/html.ts'
import type { JsonSchema, OpenApiDocument } from './api-document.ts'
import { followed } from './example.ts'

export interface FieldRow {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
  /** Where the field travels, when that is not the body or the query. */
  readonly where?: string
}

/** The fields of an object; those of an object inside it have its path before them. */
export function rowsOf({ properties = {}, required = [] }: JsonSchema, parent = ''): FieldRow[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${parent}${key}`
    const object = objectIn(schema)
    if (!object) return [{ name, schema, required: required.includes(key) }]
    const fields = rowsOf(object.fields, `${name}${object.isList ? '[]' : ''}.`)
    const isPlain = object.fields === schema
    return isPlain ? fields : [{ name, schema, required: required.includes(key) }, ...fields]
  })
}

/** The object that a field is, or may be, or is a list of. */
function objectIn(schema: JsonSchema): { fields: JsonSchema; isList: boolean } | null {
  if (schema.properties) return { fields: schema, isList: false }
  if (schema.items?.properties) return { fields: schema.items, isList: true }
  const option = schema.anyOf?.find(({ properties }) => properties)
  return option ? { fields: option, isList: false } : null
}

type Schemas = OpenApiDocument['components']['schemas']

/** What may be sent. `label` is what a screen reader calls the table. */
export const fieldsTable = (label: string, rows: readonly FieldRow[], schemas: Schemas): Html =>
  table(
    label,
    ['Field', 'Type', 'Required', 'Notes'],
    rows.map((row) => [nameOf(row), typeOf(row.schema), requirementOf(row), joined(notesOf(row.schema, schemas), ' ')]),
  )

/** What comes back: every field is there. */
export const answerTable = (label: string, rows: readonly FieldRow[], schemas: Schemas): Html =>
  table(
    label,
    ['Field', 'Type', 'Notes'],
    rows.map((row) => [nameOf(row), typeOf(row.schema), joined(notesOf(row.schema, schemas), ' ')]),
  )

const nameOf = ({ name, where }: FieldRow): Html =>
  html`<code>${name}</code>${where !== undefined && html` <span class="quiet">${where}</span>`}`

const requirementOf = ({ required }: FieldRow): Html => (required ? html`<strong>yes</strong>` : html`no`)

/** A table that scrolls inside itself; the first cell of a row names the row. */
export const table = (label: string, heads: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first = '', ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>`

const typeWords: Readonly<Record<string, string>> = { integer: 'whole number', boolean: 'true or false' }

/** The type in words; components are links. */
export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '')
    return html`<a href="#${name}">${name}</a>`
  }
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  const types = [...new Set(plainTypes(schema))].map((type) => typeWords[type] ?? type)
  return html`${types.length > 0 ? types.join(' or ') : 'anything'}`
}

const plainTypes = ({ anyOf, oneOf, type, properties }: JsonSchema): readonly string[] =>
  properties
    ? ['object']
    : (anyOf ?? oneOf)
      ? [...(anyOf ?? []), ...(oneOf ?? [])].flatMap(plainTypes)
      : type === undefined
        ? []
        : typeof type === 'string'
          ? [type]
          : type

/** Bounds further out than this only keep nonsense away; they are in openapi.json. */
const LARGEST_BOUND = 1_000_000_000

/** Each rule of a schema as a sentence; those of a component too, unless it is an object with fields of its own. */
export function notesOf(schema: JsonSchema, schemas: Schemas): Html[] {
  const component = schema.$ref === undefined ? null : followed(schema, schemas).schema
  const inherited = component && Object.keys(component.properties ?? {}).length === 0 ? notesOf(component, schemas) : []
  const rules = { ...schema.anyOf?.find(({ type }) => type !== 'null'), ...schema }
  const sentences = [
    rules.description !== undefined && prose(rules.description),
    enumNote(rules),
    lengthNote(rules),
    boundsNote(rules),
    rules.default !== undefined && html`Default <code>${JSON.stringify(rules.default)}</code>.`,
    rules.format === 'email' && html`An e-mail address.`,
    patternNote(rules),
  ]
  return [...sentences.filter((sentence) => sentence !== false), ...inherited]
}

const enumNote = ({ enum: options, const: only }: JsonSchema) => {
  if (only !== undefined) return html`Always <code>${JSON.stringify(only)}</code>.`
  const codes = options?.map((option) => html`<code>${String(option)}</code>`)
  return codes !== undefined && html`One of ${joined(codes, ', ')}.`
}

const lengthNote = ({ maxLength }: JsonSchema) =>
  maxLength !== undefined && html`At most ${maxLength.toLocaleString('en')} characters.`

const boundsNote = ({ minimum, maximum }: JsonSchema) =>
  minimum !== undefined &&
  maximum !== undefined &&
  maximum <= LARGEST_BOUND &&
  html`${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.`

const patternNote = ({ pattern, format }: JsonSchema) =>
  pattern !== undefined && format === undefined && html`Matches <code>${pattern}</code>.`
