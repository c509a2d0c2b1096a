import { describe, expect, test } from 'vitest'
import { agentApi } from '../agent/agent-api.ts'
import { listHistory } from '../agent/payments.ts'
import { languages } from '../languages.ts'
import { AmountInput } from '../money.ts'
import { type RefusalCode, refusals } from '../refusals.ts'
import { describedAgentApi, type JsonSchema, type Operation, openApiDocument } from './index.ts'

const api = openApiDocument(describedAgentApi, { version: '1.2.3', serverUrl: 'https://cashbox.example/api' })

const operations = Object.entries(api.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

const templated = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

function operationOf(path: string, method: 'get' | 'post'): Operation {
  const operation = api.paths[templated(path)]?.[method]
  if (!operation) throw new Error(`no ${method} ${path}`)
  return operation
}

/** Every object of the document, however deep. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const child of Object.values(value)) yield* objectsIn(child)
}

function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], api)
}

describe('the document as a whole', () => {
  test('has every call of the agent API once, under its own name', () => {
    const documented = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    expect(documented.toSorted()).toEqual(agentApi.map(({ path, method }) => `${method} ${templated(path)}`).toSorted())
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(agentApi.length)
    expect(operationOf('/payments/confirm', 'post').operationId).toBe('confirmPayment')
  })

  test('allows new fields in every answer, and no unknown field in a request', () => {
    const closed = (value: unknown) => [...objectsIn(value)].filter((one) => one['additionalProperties'] === false)
    const answers = operations.flatMap(({ operation }) => Object.values(operation.responses))
    expect(closed(answers)).toEqual([])
    expect(closed([api.components.schemas['User'], api.components.schemas['Failure']])).toEqual([])
    expect(closed(operationOf('/auth/login', 'post').requestBody)).not.toEqual([])
  })

  test('survives being written as JSON', () => {
    expect(JSON.parse(JSON.stringify(api))).toEqual(api)
  })

  test('refers only to what it has, and names no schema dialect of its own', () => {
    const objects = [...objectsIn(api)]
    const references = objects.flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
    expect(references.length).toBeGreaterThan(agentApi.length)
    for (const reference of references) expect(resolve(reference), reference).toBeTypeOf('object')
    expect(objects.filter((object) => '$schema' in object || '$defs' in object)).toEqual([])
  })

  test('says where it is served and which version it is', () => {
    expect(api).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Cashbox agent API', version: '1.2.3' },
      servers: [{ url: 'https://cashbox.example/api' }],
      tags: ['auth', 'tools', 'user', 'files', 'payments', 'players', 'points', 'shop'].map((name) => ({ name })),
    })
  })
})

describe('each call', () => {
  test.each(agentApi)('$path says who may call, in which language, and with which key', (call) => {
    const operation = operationOf(call.path, call.method === 'GET' ? 'get' : 'post')
    const headers = operation.parameters.filter((parameter) => parameter.in === 'header')
    expect(operation.security).toEqual(call.access === 'agent' ? [{ session: [] }] : [])
    expect(headers[0]).toMatchObject({ name: 'x-language', schema: { enum: languages } })
    expect(headers.some(({ name }) => name === 'Idempotency-Key')).toBe(call.idempotent)
    expect(operation.parameters.filter(({ description }) => description === '')).toEqual([])
    expect('requestBody' in operation).toBe(call.method === 'POST')
  })

  test.each(agentApi)('$path documents every refusal under its status, and no other status', (call) => {
    const { responses } = operationOf(call.path, call.method === 'GET' ? 'get' : 'post')
    const ofBody = call.method === 'POST' ? [413, 415] : []
    const anyCall = [400, ...ofBody, 422, 429, 500, 503, ...(call.access === 'agent' ? [401] : [])]
    const statuses = new Set([200, ...anyCall, ...call.refusals.map((code) => refusals[code].status)])
    expect(Object.keys(responses)).toEqual([...statuses].toSorted((a, b) => a - b).map(String))
    for (const code of call.refusals) expect(responses[refusals[code].status]?.description).toContain(`\`${code}\``)
    for (const [status, { content }] of Object.entries(responses)) {
      if (status === '200') continue
      const { $ref, properties } = content['application/json']?.schema ?? {}
      expect($ref).toBe('#/components/schemas/Failure')
      for (const code of properties?.['code']?.enum ?? []) {
        expect(refusals[code as RefusalCode].status).toBe(Number(status))
      }
    }
  })

  test('answers inside the envelope', () => {
    const answer = operationOf('/auth/login', 'post').responses['200']
    expect(answer?.content['application/json']?.schema).toMatchObject({
      properties: { payload: { $ref: '#/components/schemas/SignIn' } },
      required: ['payload'],
    })
  })

  test('says so when maintenance does not refuse it', () => {
    expect(operationOf('/tools/settings', 'get').responses['422']?.description).not.toContain('`maintenance`')
    expect(operationOf('/tools/captcha', 'get').responses['422']?.description).toContain('`maintenance`')
  })
})

describe('what parsing turns into something else is described as it is sent', () => {
  test('an amount is a string or a number', () => {
    const { schemas } = api.components
    expect(schemas['AmountInput']).toEqual({
      type: ['string', 'number'],
      description: expect.stringContaining('above 0 and below 10^12 with at most two decimals'),
    })
    expect(schemas['PaymentConfirmation']?.properties?.['amount']).toEqual({ $ref: '#/components/schemas/AmountInput' })
    expect(AmountInput.safeParse('999999999999.99').success).toBe(true)
    expect(['0', '1.005', '1000000000000'].filter((amount) => AmountInput.safeParse(amount).success)).toEqual([])
  })

  test('a transaction ID may be typed with spaces, dashes and small letters', () => {
    const typed = '7k4m-2q9x ht'
    const { properties } = api.components.schemas['PaymentConfirmation'] as JsonSchema
    expect(typed).toMatch(new RegExp(properties?.['transaction_id']?.pattern ?? '$^'))
  })

  test('the default page of history is documented', () => {
    const { parameters } = operationOf('/payments/history', 'get')
    const limit = parameters.find(({ name }) => name === 'limit')
    expect(limit).toMatchObject({ in: 'query', required: false, schema: { type: 'integer', default: 10 } })
  })

  test.each(['from', 'to', 'limit', 'offset'])('the documented bounds of %s are those of the contract', (name) => {
    const parameter = operationOf('/payments/history', 'get').parameters.find((candidate) => candidate.name === name)
    const { type, minimum = Number.NaN, maximum = Number.NaN } = parameter?.schema ?? {}
    const isAccepted = (value: number) => listHistory.input.safeParse({ [name]: String(value) }).success
    expect(type).toBe('integer')
    expect([minimum - 1, minimum, maximum, maximum + 1].map(isAccepted)).toEqual([false, true, true, false])
  })
})
