import { agentApi, type Endpoint } from '@cashbox/contract'
import { operatorApi } from '@cashbox/contract/operator'
import { partnerApi, TransactionEvent } from '@cashbox/contract/partner'
import { Validator } from '@seriousme/openapi-schema-validator'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { agentDocs, operatorDocs, partnerDocs } from './apis.ts'
import { callsOf, examplePayload } from './call-section.ts'
import { docsPages } from './docs-pages.ts'
import { exampleOf, followed } from './example.ts'
import { curlOf, exampleInput, examplePath } from './example-request.ts'
import { commentsOf } from './read-comments.ts'

const version = '1.2.3'
const agent = agentDocs({ version, serverUrl: 'https://cashbox.example/api' })
const partner = partnerDocs({ version, serverUrl: 'https://cashbox.example/partner/v1' })
const operator = operatorDocs({ version, serverUrl: 'https://console.example/operator/v1' })

async function get(url: string, publicUrl = 'https://cashbox.example/') {
  const http = fastify()
  await http.register(docsPages({ publicUrl, consoleUrl: 'https://console.example/console/', version }))
  return http.inject({ method: 'GET', url })
}

const first = ([endpoint]: readonly [Endpoint, unknown]) => endpoint

const apis = [
  { ...agent, url: '/docs', endpoints: agentApi },
  { ...partner, url: '/docs/partner', endpoints: partnerApi.map(first) },
  { ...operator, url: '/docs/operator', endpoints: operatorApi.map(first) },
]

describe.each(apis)('the page $url', async ({ url, endpoints, page: docs, document }) => {
  const answer = await get(url)
  const page = answer.body
  const calls = callsOf(docs.api)

  const endpointOf = (path: string, method: string) => {
    const endpoint = endpoints.find(
      (call) => call.path.replaceAll(/:(\w+)/g, '{$1}') === path && call.method === method,
    )
    if (!endpoint) throw new Error(`no ${method} ${path}`)
    return endpoint
  }

  test('is HTML, and its document is what a public validator takes for OpenAPI 3.1', async () => {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.startsWith('<!doctype html>')).toBe(true)
    const served = await get(`${url}/openapi.json`)
    expect(served.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(served.json()).toEqual(document)
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document) as Record<string, unknown>)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('shows every call with its own anchor and refusals', () => {
    expect(calls).toHaveLength(endpoints.length)
    for (const { method, path, operation } of calls) {
      const article = page.split(`<article class="call" id="${operation.operationId}"`)[1]?.split('</article>')[0]
      expect(article).toContain(`<span class="path">${path}</span>`)
      expect(article).toContain(`>${method}</span>`)
      const own = endpointOf(path, method).refusals.filter((code) => !docs.commonRefusals.includes(code))
      for (const code of own) expect(article).toContain(`<code>${code}</code>`)
    }
  })

  test.each(calls)('has an example of $method $path that the contract takes, and an answer of it', (call) => {
    const { method, path, operation } = call
    const { input, output } = endpointOf(path, method)
    const sent = { ...(exampleInput(operation, docs.sources) as object), ...examplePath(operation, docs.sources) }
    expect(input.safeParse(sent).error?.issues).toBeUndefined()
    const payload = examplePayload(operation, docs.sources)
    expect(output.parse(payload)).toEqual(payload)
  })

  test('carries no style or script of its own, so the strict content policy lets all of it through', () => {
    expect(page).not.toMatch(/<(style|script|iframe|object|img)\b/i)
    expect(page).not.toMatch(/<[^>]+\s(style|on\w+)\s*=/i)
    expect(page).not.toMatch(/javascript:/i)
    expect(page.match(/<link [^>]+>/g)).toEqual(['<link rel="stylesheet" href="/docs/docs.css">'])
  })

  test('has a target for every link inside it, and no id twice', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    expect(new Set(ids).size).toBe(ids.length)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  })
})

test.each(['/docs', '/docs/partner'])('%s shows an address with markup in it as text', async (url) => {
  const { body } = await get(url, 'https://cashbox.example/"><script>alert(1)</script>')
  expect(body).not.toContain('<script')
  expect(body).toContain('&quot;&gt;&lt;script&gt;')
})

test('a quote in a value does not end the shell’s own', () => {
  const call = callsOf(agent.page.api).find(({ operation }) => operation.operationId === 'logIn')
  if (!call) throw new Error('no log-in')
  expect(curlOf("https://it's.example", call.operation, agent.page.sources)).toContain(
    String.raw`curl 'https://it'\''s.example'`,
  )
})

test('each webhook has an example that the contract takes', () => {
  const { api, sources } = partner.page
  for (const [type, { post }] of Object.entries(api.webhooks ?? {})) {
    const { name, schema } = followed(post.requestBody.content['application/json'].schema, sources.schemas)
    expect(TransactionEvent.parse(exampleOf(schema, name, sources)).type).toBe(type)
  }
  expect(Object.keys(api.webhooks ?? {})).toHaveLength(5)
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
  expect(operator.page.api.components.schemas['Partner']?.properties?.['is_enabled']?.description).toMatch(
    /keys do not work/,
  )
  const notes = ['DeliveryAttempt.answer', 'ReconciliationFile.previous', 'TestDelivery.answer'].map((name) => {
    const [schema = '', field = ''] = name.split('.')
    return partner.page.api.components.schemas[schema]?.properties?.[field]?.description
  })
  expect(notes).toEqual([expect.any(String), expect.any(String), expect.any(String)])
})

test('the style sheet is served from here', async () => {
  const answer = await get('/docs/docs.css')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/css; charset=utf-8')
})
