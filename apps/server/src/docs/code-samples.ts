import type { JsonSchema, OpenApiDocument, Operation } from '@cashbox/contract/openapi'

type Schemas = OpenApiDocument['components']['schemas']

/** A value that the schema accepts: the required fields, and the optional ones that have an example. */
export function exampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  const { $ref, examples, properties, required = [], items, anyOf, oneOf, additionalProperties: values } = schema
  if (examples) return examples[0]
  if ($ref !== undefined) {
    const component = schemas[$ref.replace('#/components/schemas/', '')]
    if (!component) throw new Error(`unknown component of the OpenAPI document: ${$ref}`)
    return exampleOf(component, schemas)
  }
  if (schema.const !== undefined) return schema.const
  if (properties) {
    const given = Object.entries(properties).filter(([name, field]) => required.includes(name) || field.examples)
    return Object.fromEntries(given.map(([name, field]) => [name, exampleOf(field, schemas)]))
  }
  if (items) return [exampleOf(items, schemas)]
  const option = anyOf?.[0] ?? oneOf?.[0]
  if (option) return exampleOf(option, schemas)
  if (schema.enum) return schema.enum[0]
  if (typeof values === 'object') return Object.fromEntries(required.map((name) => [name, exampleOf(values, schemas)]))
  return schema.default ?? exampleOfType(schema)
}

/** Texts of common forms, the plainest first. */
const TEXTS = ['text', '1', 'UZS', '100001', '1.00', '2026-11', '2026-11-15', '#0b5f62', 'q3Xf0T7mWb2yK9dLr5VnZa8C']

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

export interface ExampleRequest {
  readonly method: string
  readonly operation: Operation
  /** Below the base, with the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly pathFields: Readonly<Record<string, string>>
  /** Undefined if there is nothing to send. */
  readonly body: object | undefined
}

export function exampleRequest(method: string, path: string, operation: Operation, schemas: Schemas): ExampleRequest {
  const { parameters, requestBody } = operation
  const fieldsIn = (where: 'query' | 'path') =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === where && (parameter.required || parameter.schema.examples))
        .map(({ name, schema }) => [name, String(exampleOf(schema, schemas))]),
    )
  const query = fieldsIn('query')
  const pathFields = fieldsIn('path')
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathFields[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  const content = requestBody?.content['application/json']
  const body = content && (exampleOf(content.schema, schemas) as object)
  return {
    method,
    operation,
    path: search === '' ? filled : `${filled}?${search}`,
    query,
    pathFields,
    body: body && Object.keys(body).length > 0 ? body : undefined,
  }
}

export interface CodeSample {
  readonly lang: string
  readonly source: string
}

const inShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** One command to paste into a shell, with the token of an agent. */
export function curlSample(base: string, { method, path, body, operation }: ExampleRequest): CodeSample[] {
  const isIdempotent = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const lines = [
    `curl${method === 'POST' && !body ? ' -X POST' : ''} ${inShell(`${base}${path}`)}`,
    operation.security.length > 0 && `-H 'Authorization: Bearer <token>'`,
    isIdempotent && `-H 'Idempotency-Key: 6f1c1c52-5f0e-4f39-8f0b-0c8a3f0f9d11'`,
    body && `-H 'Content-Type: application/json'`,
    body && `-d ${inShell(JSON.stringify(body, null, 2))}`,
  ]
  return [{ lang: 'curl', source: lines.filter((line) => typeof line === 'string').join(' \\\n  ') }]
}

/** The request in each language, made with the function that the introduction defines. */
export function clientSamples({ method, path, body }: ExampleRequest): CodeSample[] {
  const call = (tokens: Record<string, string>) =>
    [method, path, ...(body ? [body] : [])].map((value) => literal(value, tokens)).join(', ')
  const go = call({ '{': 'map[string]any{', '[': '[]any{', ']': '}', null: 'nil' })
  return [
    { lang: 'curl', source: `cashbox ${method} ${inShell(path)}${body ? ` ${inShell(JSON.stringify(body))}` : ''}` },
    { lang: 'JavaScript', source: `console.log(await call(${call({})}))` },
    { lang: 'Python', source: `print(call(${call({ true: 'True', false: 'False', null: 'None' })}))` },
    { lang: 'PHP', source: `print_r(call(${call({ '{': '[', '}': ']', ':': ' =>', $: '\\$' })}));` },
    { lang: 'Go', source: `fmt.Println(call(${go.replaceAll(/(?<=[^{,\s])\n/g, ',\n')}${body ? '' : ', nil'}))` },
  ]
}

/** JSON as a literal of another language. `$` is replaced inside texts, the other tokens outside of them. */
const literal = (value: unknown, tokens: Readonly<Record<string, string>>) =>
  JSON.stringify(value, null, 2).replaceAll(/"(?:[^"\\]|\\.)*"|true|false|null|[{}[\]:]/g, (token) =>
    token.startsWith('"') ? token.replaceAll('$', () => tokens['$'] ?? '$') : (tokens[token] ?? token),
  )
