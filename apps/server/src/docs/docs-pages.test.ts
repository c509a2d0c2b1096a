import { gunzipSync } from 'node:zlib'
import { agentApi, type Endpoint } from '@cashbox/contract'
import { operatorApi } from '@cashbox/contract/operator'
import { PartnerEvent, PlayerVerification, partnerApi, TestEvent, webhookTopics } from '@cashbox/contract/partner'
import { Validator } from '@seriousme/openapi-schema-validator'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { agentDocument, operatorDocument, partnerDocument } from './api-documents.ts'
import { clientSamples, curlSample, exampleOf, exampleRequest } from './code-samples.ts'
import { docsPages } from './docs-pages.ts'
import { commentsOf } from './read-comments.ts'

const version = '1.2.3'
const partner = partnerDocument({ version, serverUrl: 'https://cashbox.example/partner/v1' })
const operator = operatorDocument({ version, serverUrl: 'https://console.example/operator/v1' })
const agent = agentDocument({ version, serverUrl: 'https://cashbox.example/api' })

async function get(url: string, headers: Record<string, string> = {}) {
  const http = fastify()
  http.addHook('onRequest', async (_request, reply) => {
    void reply.header('content-security-policy', "default-src 'self';script-src 'self';style-src 'self'")
  })
  const publicUrl = 'https://cashbox.example/'
  await http.register(docsPages({ publicUrl, consoleUrl: 'https://console.example/console/', version }))
  return http.inject({ method: 'GET', url, headers })
}

const first = ([endpoint]: readonly [Endpoint, unknown]) => endpoint

const apis = [
  { url: '/docs', document: agent, endpoints: agentApi },
  { url: '/docs/partner', document: partner, endpoints: partnerApi.map(first) },
  { url: '/docs/operator', document: operator, endpoints: operatorApi },
]

describe.each(apis)('the API at $url', ({ url, document, endpoints }) => {
  const { schemas } = document.components
  const calls = endpoints.map((endpoint) => {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
    if (!operation) throw new Error(`no ${endpoint.method} ${path}`)
    return { ...endpoint, operation, request: exampleRequest(endpoint.method, path, operation, schemas) }
  })

  test('has a document that a public validator takes for OpenAPI 3.1', async () => {
    const served = await get(`${url}/openapi.json`)
    expect(served.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(served.json()).toEqual(JSON.parse(JSON.stringify(document)))
    const validator = new Validator()
    expect(await validator.validate(served.json())).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('explains every error code that a call can return', () => {
    const codes = new Set(endpoints.flatMap(({ refusals }) => refusals))
    for (const code of codes) expect(document.info.description).toContain(`| \`${code}\` |`)
    expect(document.info.description).not.toMatch(/\{\{\w+\}\}/)
  })

  test.each(calls)('has an example of $method $path that the contract takes, and an answer of it', (call) => {
    const { body, query, pathFields } = call.request
    expect(call.input.safeParse({ ...body, ...query, ...pathFields }).error?.issues).toBeUndefined()
    const answer = call.operation.responses['200']?.content['application/json']?.example
    const { payload } = (answer ?? {}) as { payload?: unknown }
    expect(call.output.parse(payload)).toEqual(payload)
  })

  test('is a page whose scripts and styles are ours or have a nonce that is new each time', async () => {
    const [page, again] = [await get(url), await get(url)]
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy'])) ?? []
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'self';script-src 'nonce-${nonce}' 'self';style-src 'nonce-${nonce}' 'self'`,
    )
    expect(again.body).not.toContain(nonce)
    for (const [tag] of page.body.matchAll(/<(script|style)\b[^>]*>/g)) {
      expect(tag).toContain('nonce="')
    }
  })
})

test('Redoc is served compressed, for a year, and without an outside image', async () => {
  const [, path = ''] = /src="([^"]+)"/.exec((await get('/docs')).body) ?? []
  const zipped = await get(path, { 'accept-encoding': 'gzip, br' })
  expect(zipped.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const script = gunzipSync(zipped.rawPayload).toString()
  expect(script).not.toMatch(/https:\/\/[^"']+\.(svg|png|css|woff2?)\b/)
  expect((await get(path)).body).toBe(script)
})

test('a quote in a value does not end the shell’s own, and a dollar is no variable in PHP', () => {
  const operation = agent.paths['/auth/login']?.['post']
  if (!operation) throw new Error('no log-in')
  const request = exampleRequest('POST', '/auth/login', operation, agent.components.schemas)
  expect(curlSample("https://it's.example", request)[0]?.source).toContain(
    String.raw`curl 'https://it'\''s.example/auth/login'`,
  )
  const php = clientSamples({ ...request, body: { note: 'a $name: {x}' } }).find(({ lang }) => lang === 'PHP')
  expect(php?.source).toContain('"note" => "a \\$name: {x}"')
})

test('each webhook has an example that the contract takes', () => {
  const webhooks = Object.entries(partner.webhooks ?? {})
  for (const [type, { post }] of webhooks) {
    const schema = post.requestBody.content['application/json']?.schema ?? {}
    const contract = type === 'webhook.test' ? TestEvent : type === 'player.verify' ? PlayerVerification : PartnerEvent
    expect(contract.parse(exampleOf(schema, partner.components.schemas)).type).toBe(type)
    expect(post.security).toEqual([])
  }
  expect(webhooks).toHaveLength(webhookTopics.length + 2)
})

test('the comments of the contract are the notes of its fields', () => {
  const source = `
export const Thing = z.object({
  /** One line. */
  one: z.string(),
  /**
   * Several
   * lines.
   */
  several: z.string(),
  none: z.string(),
})
const hidden = z.object({
  /** Of no exported schema. */
  one: z.string(),
})`
  expect(commentsOf(source)).toEqual({ 'Thing.one': 'One line.', 'Thing.several': 'Several lines.' })
  expect(operator.components.schemas['Partner']?.properties?.['is_enabled']?.description).toMatch(/keys do not work/)
  const notes = ['DeliveryAttempt.answer', 'ReconciliationFile.lines', 'TestDelivery.answer'].map((name) => {
    const [schema = '', field = ''] = name.split('.')
    return partner.components.schemas[schema]?.properties?.[field]?.description
  })
  expect(notes).toEqual([expect.any(String), expect.any(String), expect.any(String)])
})
