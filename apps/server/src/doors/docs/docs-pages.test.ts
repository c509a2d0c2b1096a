import { agentApi } from '@cashbox/contract'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './api-document.ts'
import { callsOf, examplePayload } from './call-section.ts'
import { docsPages } from './docs-pages.ts'
import { curlOf, exampleInput } from './example-request.ts'

const api = openApiDocument({
  title: 'Cashbox agent API',
  version: '1.2.3',
  serverUrl: 'https://cashbox.example/api',
})

async function get(url: string, publicUrl = 'https://cashbox.example/') {
  const http = fastify()
  await http.register(docsPages({ publicUrl, version: '1.2.3' }))
  return http.inject({ method: 'GET', url })
}

const endpointOf = (path: string, method: string) => {
  const endpoint = agentApi.find((call) => call.path === path && call.method === method)
  if (!endpoint) throw new Error(`no ${method} ${path}`)
  return endpoint
}

describe('the page', async () => {
  const answer = await get('/docs')
  const page = answer.body

  test('is HTML', () => {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.startsWith('<!doctype html>')).toBe(true)
  })

  test.each(callsOf(api))('shows $method $path with its own anchor', ({ method, path, operation }) => {
    const article = page.split(`<article class="call" id="${operation.operationId}"`)[1]?.split('</article>')[0]
    expect(article).toContain(`<span class="path">${path}</span>`)
    expect(article).toContain(`>${method}</span>`)
    for (const code of endpointOf(path, method).refusals) expect(article).toContain(`<code>${code}</code>`)
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

  test('shows an address with markup in it as text', async () => {
    const { body } = await get('/docs', 'https://cashbox.example/"><script>alert(1)</script>')
    expect(body).not.toContain('<script')
    expect(body).toContain('&quot;&gt;&lt;script&gt;')
  })
})

describe('the examples on the page', () => {
  const { schemas } = api.components

  test.each(callsOf(api))('the contract takes the input of $method $path', ({ method, path, operation }) => {
    const result = endpointOf(path, method).input.safeParse(exampleInput(operation, schemas))
    expect(result.error?.issues).toBeUndefined()
  })

  test.each(callsOf(api))('the contract takes the answer of $method $path unchanged', ({ method, path, operation }) => {
    const payload = examplePayload(operation, schemas)
    expect(endpointOf(path, method).output.parse(payload)).toEqual(payload)
  })

  test('a quote in a value does not end the shell’s own', () => {
    const call = callsOf(api).find(({ operation }) => operation.operationId === 'logIn')
    if (!call) throw new Error('no log-in')
    expect(curlOf("https://it's.example", call.operation, schemas)).toContain(
      String.raw`curl 'https://it'\''s.example'`,
    )
  })
})

test('openapi.json is the document of the contract', async () => {
  const answer = await get('/docs/openapi.json')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toEqual(api)
})

test('the style sheet is served from here', async () => {
  const answer = await get('/docs/docs.css')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/css; charset=utf-8')
})
