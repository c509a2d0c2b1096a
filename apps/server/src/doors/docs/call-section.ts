import type { RefusalCode } from '@cashbox/contract'
import { type Html, html, joined, prose } from '../../platform/html.ts'
import type { JsonSchema, OpenApiDocument, Operation } from './api-document.ts'
import { codeBlock, inEachLanguage } from './code-block.ts'
import type { Call, DocsPage } from './docs-page.ts'
import { exampleOf, followed, type Sources } from './example.ts'
import { answerTable, type FieldRow, fieldsTable, notesOf, rowsOf, typeOf } from './fields-table.ts'
import { refusalsTable } from './refusals-table.ts'

/** The calls in the order of the document. */
export const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

export const methodBadge = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** Everything about one call. */
export function callSection({ method, path, operation }: Call, page: DocsPage): Html {
  const { operationId, summary, description } = operation
  const { schemas } = page.sources
  const name = `${method} ${path}`
  return html`<article class="call" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a href="#${operationId}">${methodBadge(method)} <span class="path">${path}</span></a></h3>
<p>${prose(summary)}${description !== undefined && html` ${prose(description)}`}</p>
<p class="quiet">${page.accessOf(operation)}</p>
<h4>Input</h4>
${inputTable(name, operation, schemas)}
<h4>Response</h4>
${answerFields(name, payloadOf(operation), schemas)}
<h4>Example request</h4>
${inEachLanguage(`Example request of ${name}`, page.examplesOf({ method, path, operation }))}
<h4>Example response</h4>
${codeBlock(`Example response of ${name}`, JSON.stringify({ payload: examplePayload(operation, page.sources) }, null, 2))}
<h4>Errors</h4>
${ownRefusals(name, operation, page.commonRefusals)}
</article>
`
}

function inputTable(name: string, operation: Operation, schemas: Record<string, JsonSchema>): Html {
  const rows = [...inputRows(operation, schemas), ...headerRows(operation)]
  return rows.length > 0 ? fieldsTable(`Input of ${name}`, rows, schemas) : html`<p>None.</p>`
}

function inputRows({ parameters, requestBody }: Operation, schemas: Record<string, JsonSchema>): FieldRow[] {
  const body = requestBody?.content['application/json'].schema
  const inBody = body ? rowsOf(body.$ref === undefined ? body : followed(body, schemas).schema) : []
  const given = parameters.filter((parameter) => parameter.in !== 'header')
  const named = given.map(({ name, required, description, schema, in: where }) => {
    return { name, required, schema: { description, ...schema }, ...(where === 'path' && { where: 'path' }) }
  })
  return [...named, ...inBody]
}

// x-language goes with every call, so only the introduction mentions it.
const headerRows = ({ parameters }: Operation): FieldRow[] =>
  parameters
    .filter((parameter) => parameter.in === 'header' && parameter.name !== 'x-language')
    .map(({ name, required, description, schema }) => {
      return { name, required, where: 'header', schema: { description, ...schema } }
    })

function payloadOf({ responses, operationId }: Operation): JsonSchema {
  const payload = responses['200']?.content['application/json'].schema.properties?.['payload']
  if (!payload) throw new Error(`${operationId} has no answer in the OpenAPI document`)
  return payload
}

export const examplePayload = (operation: Operation, sources: Sources) =>
  exampleOf(payloadOf(operation), operation.operationId, sources)

const answerFields = (name: string, payload: JsonSchema, schemas: Record<string, JsonSchema>): Html =>
  payload.properties
    ? html`<p><code>payload</code> has:</p>
${answerTable(`Response of ${name}`, rowsOf(payload), schemas)}`
    : html`<p><code>payload</code> is: ${typeOf(payload)}. ${joined(notesOf(payload, schemas), ' ')}</p>`

function ownRefusals(name: string, { responses }: Operation, commonRefusals: readonly RefusalCode[]): Html {
  const codes = Object.values(responses).flatMap(
    ({ content }) => (content['application/json'].schema.properties?.['code']?.enum ?? []) as RefusalCode[],
  )
  const own = codes.filter((code) => !commonRefusals.some((common) => common === code))
  if (own.length === 0) return html`<p>Only the <a href="#errors">common errors</a>.</p>`
  return html`<p>In addition to the <a href="#errors">common errors</a>:</p>
${refusalsTable(`Errors of ${name}`, own)}`
}
