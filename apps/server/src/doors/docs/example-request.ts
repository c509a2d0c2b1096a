import type { OpenApiDocument, Operation } from './api-document.ts'
import { exampleOf } from './example.ts'

type Schemas = OpenApiDocument['components']['schemas']

const SAMPLE_KEY = '6f1c1c52-5f0e-4f39-8f0b-0c8a3f0f9d11'

/** What a caller could send: the body of a POST, the query of a GET. */
export function exampleInput({ operationId, parameters, requestBody }: Operation, schemas: Schemas): unknown {
  if (requestBody) return exampleOf(requestBody.content['application/json'].schema, operationId, schemas)
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]))
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name)
  const values = exampleOf({ properties, required }, operationId, schemas) as Record<string, unknown>
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

/** The call as one command to paste into a shell. */
export function curlOf(url: string, operation: Operation, schemas: Schemas): string {
  const input = exampleInput(operation, schemas) as Record<string, string>
  const { requestBody, security, parameters } = operation
  const query = requestBody ? '' : new URLSearchParams(input).toString()
  const isEmpty = Object.keys(input).length === 0
  const lines = [
    `curl${requestBody && isEmpty ? ' -X POST' : ''} ${quoted(query === '' ? url : `${url}?${query}`)}`,
    security.length > 0 && `-H ${quoted('Authorization: Bearer <token>')}`,
    parameters.some(({ name }) => name === 'Idempotency-Key') && `-H ${quoted(`Idempotency-Key: ${SAMPLE_KEY}`)}`,
    requestBody && !isEmpty && `-H ${quoted('Content-Type: application/json')}`,
    requestBody && !isEmpty && `-d ${quoted(JSON.stringify(input, null, 2))}`,
  ]
  return lines.filter((line) => typeof line === 'string').join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
