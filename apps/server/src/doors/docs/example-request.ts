import type { Operation } from './api-document.ts'
import { exampleOf, type Sources } from './example.ts'

const SAMPLE_KEY = '6f1c1c52-5f0e-4f39-8f0b-0c8a3f0f9d11'

/** What a caller could send: the body of a POST, the query of a GET. */
export function exampleInput({ operationId, parameters, requestBody }: Operation, sources: Sources): unknown {
  if (requestBody) return exampleOf(requestBody.content['application/json'].schema, operationId, sources)
  return texts(exampleParameters(operationId, parameters, 'query', sources))
}

/** The fields in the path. */
export const examplePath = ({ operationId, parameters }: Operation, sources: Sources): Record<string, string> =>
  texts(exampleParameters(operationId, parameters, 'path', sources))

function exampleParameters(
  operationId: string,
  parameters: Operation['parameters'],
  where: 'query' | 'path',
  sources: Sources,
) {
  const those = parameters.filter((parameter) => parameter.in === where)
  const properties = Object.fromEntries(those.map(({ name, schema }) => [name, schema]))
  const required = those.filter((parameter) => parameter.required).map(({ name }) => name)
  return exampleOf({ properties, required }, operationId, sources) as Record<string, unknown>
}

const texts = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** A request as it could be made. */
export interface ExampleRequest {
  readonly method: string
  /** Below the base, with the query. */
  readonly path: string
  /** Undefined when there is no body. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

export function exampleRequest(method: string, path: string, operation: Operation, sources: Sources): ExampleRequest {
  const input = exampleInput(operation, sources) as Record<string, string>
  const named = examplePath(operation, sources)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name] ?? ''))
  if (operation.requestBody) {
    return { method, path: filled, body: Object.keys(input).length > 0 ? input : undefined }
  }
  const query = new URLSearchParams(input).toString()
  return { method, path: query === '' ? filled : `${filled}?${query}`, body: undefined }
}

/** The call as one command to paste into a shell, with the token of an agent. */
export function curlOf(url: string, operation: Operation, sources: Sources): string {
  const input = exampleInput(operation, sources) as Record<string, string>
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

export const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
