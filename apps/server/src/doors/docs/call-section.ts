import type { RefusalCode } from '@cashbox/contract'
import { commonRefusals, type JsonSchema, type OpenApiDocument, type Operation } from './api-document.ts'
import { exampleOf, followed } from './example.ts'
import { curlOf } from './example-request.ts'
import { answerTable, type FieldRow, fieldsTable, notesOf, rowsOf, typeOf } from './fields-table.ts'
import { type Html, html, joined, prose } from './html.ts'
import { refusalsTable } from './refusals-table.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The calls in the order of the document. */
export const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

export const methodBadge = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** Everything about one call. */
export function callSection({ method, path, operation }: Call, api: OpenApiDocument): Html {
  const { operationId, summary, description, security } = operation
  const { schemas } = api.components
  const name = `${method} ${path}`
  return html`<article class="call" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a href="#${operationId}">${methodBadge(method)} <span class="path">${path}</span></a></h3>
<p>${prose(summary)}${description !== undefined && html` ${prose(description)}`}</p>
<p class="quiet">${security.length > 0 ? html`Requires a <a href="#token">bearer token</a>.` : 'Public.'}</p>
<h4>Input</h4>
${inputTable(name, operation, schemas)}
<h4>Response</h4>
${answerFields(name, payloadOf(operation), schemas)}
<h4>Example request</h4>
${codeBlock(`Example request of ${name}`, curlOf(`${api.servers[0]?.url ?? ''}${path}`, operation, schemas))}
<h4>Example response</h4>
${codeBlock(`Example response of ${name}`, JSON.stringify({ payload: examplePayload(operation, schemas) }, null, 2))}
<h4>Errors</h4>
${ownRefusals(name, operation)}
</article>
`
}

const codeBlock = (label: string, text: string): Html =>
  html`<pre role="region" aria-label="${label}" tabindex="0"><code>${text}</code></pre>`

function inputTable(name: string, operation: Operation, schemas: Record<string, JsonSchema>): Html {
  const rows = [...inputRows(operation, schemas), ...headerRows(operation)]
  return rows.length > 0 ? fieldsTable(`Input of ${name}`, rows, schemas) : html`<p>None.</p>`
}

function inputRows({ parameters, requestBody }: Operation, schemas: Record<string, JsonSchema>): FieldRow[] {
  const body = requestBody?.content['application/json'].schema
  if (body) return rowsOf(body.$ref === undefined ? body : followed(body, schemas).schema)
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, description, schema }) => {
      return { name, required, schema: { description, ...schema } }
    })
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

export const examplePayload = (operation: Operation, schemas: Record<string, JsonSchema>) =>
  exampleOf(payloadOf(operation), operation.operationId, schemas)

const answerFields = (name: string, payload: JsonSchema, schemas: Record<string, JsonSchema>): Html =>
  payload.properties
    ? html`<p><code>payload</code> has:</p>
${answerTable(`Response of ${name}`, rowsOf(payload), schemas)}`
    : html`<p><code>payload</code> is: ${typeOf(payload)}. ${joined(notesOf(payload, schemas), ' ')}</p>`

function ownRefusals(name: string, { responses }: Operation): Html {
  const codes = Object.values(responses).flatMap(
    ({ content }) => (content['application/json'].schema.properties?.['code']?.enum ?? []) as RefusalCode[],
  )
  const own = codes.filter((code) => !commonRefusals.some((common) => common === code))
  if (own.length === 0) return html`<p>Only the <a href="#errors">common errors</a>.</p>`
  return html`<p>In addition to the <a href="#errors">common errors</a>:</p>
${refusalsTable(`Errors of ${name}`, own)}`
}
