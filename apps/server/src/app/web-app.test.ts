import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { reservedPaths } from '@cashbox/contract/app-page'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PAGE = `<!doctype html><html lang="en"><head><meta name="cashbox-api-base" content="/api">
<meta name="cashbox-guest-files" content="assets/guests-1a2b3c4d.js assets/both-1a2b3c4d.js">
<meta name="cashbox-agent-files" content="assets/agents-1a2b3c4d.js assets/both-1a2b3c4d.js">
<script type="module" src="/assets/main-1a2b3c4d.js"></script></head><body>the app</body></html>`
const CONSOLE_PAGE = '<!doctype html><html lang="en"><head></head><body>the console</body></html>'
const SCRIPT = `export const words = '${'payment '.repeat(300)}'`
const API = 'https://api.example.com/v1'

let folder: string
let consoleFolder: string
let world: World
let elsewhere: World
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cashbox-web-'))
  consoleFolder = join(folder, 'console-build')
  await mkdir(join(folder, 'assets'))
  await mkdir(join(consoleFolder, 'assets'), { recursive: true })
  await mkdir(join(folder, 'icons'))
  await Promise.all([
    writeFile(join(folder, 'index.html'), PAGE),
    writeFile(join(folder, 'sw.js'), `precache([{ url: '/index.html', revision: '__SHELL_REVISION__' }])`),
    writeFile(join(folder, '.secret'), 'not for anyone'),
    writeFile(join(folder, 'icons/icon-192.png'), 'a picture'),
    writeFile(join(folder, 'assets/main-1a2b3c4d.js'), SCRIPT),
    writeFile(join(folder, 'assets/main-1a2b3c4d.js.br'), brotliCompressSync(SCRIPT)),
    writeFile(join(folder, 'assets/late-5e6f7a8b.js'), SCRIPT),
    writeFile(join(folder, 'assets/scan-worker-5e6f7a8b.js'), SCRIPT),
    writeFile(join(consoleFolder, 'index.html'), CONSOLE_PAGE),
    writeFile(join(consoleFolder, '.secret'), 'not for anyone'),
    writeFile(join(consoleFolder, 'assets/desk-9c8d7e6f.js'), SCRIPT),
  ])
  ;[world, elsewhere] = await Promise.all([
    openWorld({ webFolder: folder, consoleFolder }),
    openWorld({ webFolder: folder, env: { CASHBOX_API_BASE: API } }),
  ])
})
afterAll(async () => {
  await Promise.all([world.close(), elsewhere.close()])
  await rm(folder, { recursive: true })
})

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (path: string, headers: Record<string, string> = {}, { address }: World = world) =>
  fetch(address + path, { headers, redirect: 'manual' })

const SETTINGS = /<meta name="cashbox-settings" content="([^"]*)">/
const withoutSettings = (page: string) => page.replace(SETTINGS, '')
const settingsIn = (page: string) => {
  const text = SETTINGS.exec(page)?.[1]
  return text === undefined ? null : (JSON.parse(text.replaceAll('&quot;', '"')) as unknown)
}

describe('the page', () => {
  test.each(['/', '/dashboard', '/auth/login?hash=a.b&type=demo', '/account-deposit?PAYMENT_BATCH_NUM=0', '/x/y/z'])(
    'answers %s',
    async (path) => {
      const response = await get(path, HTML)
      expect([response.status, withoutSettings(await response.text())]).toEqual([200, PAGE])
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    },
  )

  test('answers HEAD with its headers and no body', async () => {
    const response = await fetch(`${world.address}/dashboard`, { method: 'HEAD', headers: HTML })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  test('is not sent again to a browser that has it', async () => {
    const etag = (await get('/', HTML)).headers.get('etag') ?? ''
    expect((await get('/history', { ...HTML, 'if-none-match': etag })).status).toBe(304)
    expect((await get('/history', { ...HTML, 'if-none-match': 'W/"another"' })).status).toBe(200)
  })

  test('never answers paths of the API, of other pages or of files', async () => {
    const others = ['/api/nothing', '/docs/nothing', '/images/nothing', '/sandbox/nothing', '/partner/v1']
    for (const path of [...others, '/operator', '/callbacks/x', '/assets/nothing', '/assets/gone.js', '/nothing.png']) {
      const response = await get(path, HTML)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.json()).toMatchObject({ code: 'not_found' })
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await get('/healthz', HTML)).headers.get('content-type')).toContain('json')
  })

  test('is not for those who ask for JSON, or who send something', async () => {
    expect((await get('/dashboard', { accept: 'application/json' })).status).toBe(404)
    expect((await fetch(`${world.address}/dashboard`, { method: 'POST' })).status).toBe(404)
    // A probe that is mistyped, as curl asks for it, is not told that all is well; one of the first page is.
    for (const accept of ['*/*', '']) {
      for (const path of ['/health', '/ready', '/console/health'])
        expect((await get(path, { accept })).status).toBe(404)
      for (const path of ['/', '/console', '/console/']) expect((await get(path, { accept })).status).toBe(200)
    }
    expect((await get('/api/auth/login', HTML)).status).toBe(405)
  })

  test('allows scripts, styles, workers and calls only from here', async () => {
    const policy = (await get('/', HTML)).headers.get('content-security-policy') ?? ''
    for (const source of ['script', 'style', 'connect', 'worker', 'manifest', 'font']) {
      expect(policy.split(';')).toContain(`${source}-src 'self'`)
    }
  })

  test.each([
    ['/auth/login', 'guests'],
    ['/', 'agents'],
    ['/dashboard', 'agents'],
  ])('has the files that %s begins with fetched at once: those for %s', async (path, side) => {
    expect((await get(path, HTML)).headers.get('link')).toBe(
      `</assets/${side}-1a2b3c4d.js>; rel=modulepreload; crossorigin, ` +
        '</assets/both-1a2b3c4d.js>; rel=modulepreload; crossorigin',
    )
  })

  test('brings the settings, but not to an installed app, which keeps it, nor with an API elsewhere', async () => {
    const { payload } = (await (await get('/api/tools/settings')).json()) as { payload: unknown }
    expect(settingsIn(await (await get('/dashboard', HTML)).text())).toEqual(payload)
    expect(settingsIn(await (await get('/index.html')).text())).toBeNull()
    expect(settingsIn(await (await get('/dashboard', HTML, elsewhere)).text())).toBeNull()
  })

  test('names the API that was configured, and may call it', async () => {
    const response = await get('/', HTML, elsewhere)
    expect(await response.text()).toContain(`<meta name="cashbox-api-base" content="${API}">`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain(`connect-src 'self' https://api.example.com;`)
    expect(policy).toContain(`img-src 'self' data: https://api.example.com http://localhost:4000;`)
  })
})

describe('files', () => {
  test('with a hash in their name are kept for a year', async () => {
    const response = await get('/assets/main-1a2b3c4d.js')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(await response.text()).toBe(SCRIPT)
  })

  test('may not run WebAssembly, but for the worker that reads codes', async () => {
    const policyOf = async (name: string) => (await get(`/assets/${name}`)).headers.get('content-security-policy')
    expect(await policyOf('main-1a2b3c4d.js')).not.toContain('unsafe')
    expect(await policyOf('scan-worker-5e6f7a8b.js')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
  })

  test.each(['main-1a2b3c4d.js', 'late-5e6f7a8b.js'])('are sent small: %s', async (name) => {
    const response = await get(`/assets/${name}`, { 'accept-encoding': 'br' })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(response.headers.get('vary')).toContain('accept-encoding')
    expect(await response.text()).toBe(SCRIPT)
    const head = await fetch(response.url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('without one are asked for anew each time', async () => {
    const response = await get('/icons/icon-192.png')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    // `fetch` adds "cache-control: no-cache" to a conditional request, which asks for the whole file.
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    const { statusCode } = await world.app.inject({ method: 'GET', url: '/icons/icon-192.png', headers })
    expect(statusCode).toBe(304)
  })

  test.each(['/.secret', '/../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json'])(
    'beyond the app are out of reach: %s',
    async (url) => {
      const { statusCode, body } = await world.app.inject({ method: 'GET', url })
      expect([400, 404]).toContain(statusCode)
      expect(body).not.toContain('not for anyone')
    },
  )
})

describe('the console', () => {
  test.each(['/console', '/console/', '/console/audit?action=operator.change', '/console/operators/1'])(
    'has one page for %s, which is asked about each time',
    async (path) => {
      const response = await get(path, HTML)
      expect([response.status, await response.text()]).toEqual([200, CONSOLE_PAGE])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain(`script-src 'self';`)
    },
  )

  test('has files that are kept for a year, and sent small', async () => {
    const response = await get('/console/assets/desk-9c8d7e6f.js', { 'accept-encoding': 'br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).toBe(SCRIPT)
  })

  test('answers for nothing that it does not have, nor for the agents’ app', async () => {
    for (const path of ['/console/assets/gone.js', '/console/assets/', '/console/main-1a2b3c4d.js', '/consoles.txt']) {
      expect([path, (await get(path, HTML)).status]).toEqual([path, 404])
    }
    for (const url of [
      '/console/.secret',
      '/console/../sw.js.map',
      '/console/..%2f.secret',
      '/console/%2e%2e/.secret',
    ]) {
      const { statusCode, body } = await world.app.inject({ method: 'GET', url })
      expect([400, 404]).toContain(statusCode)
      expect(body).not.toContain('not for anyone')
    }
    expect(withoutSettings(await (await get('/consoles', HTML)).text())).toBe(PAGE)
    expect((await get('/console/audit', { accept: 'application/json' })).status).toBe(404)
  })
})

test('the service worker changes when the page does, so that installed apps get the new one', async () => {
  const [here, there] = await Promise.all([get('/sw.js'), get('/sw.js', {}, elsewhere)])
  expect([here.status, here.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(here.headers.get('content-type')).toContain('javascript')
  const [one, other] = [await here.text(), await there.text()]
  expect(one).toMatch(/revision: '[0-9a-f]{32}'/)
  expect(other).toMatch(/revision: '[0-9a-f]{32}'/)
  expect(one).not.toBe(other)
})

test('the manifest has the name and colour that the partner has now', async () => {
  const before = await get('/manifest.webmanifest')
  expect(before.headers.get('content-type')).toContain('application/manifest+json')
  expect(await before.json()).toMatchObject({
    name: 'Cashbox',
    short_name: 'Cashbox',
    theme_color: '#0b6b63',
    display: 'standalone',
    start_url: '/dashboard',
    scope: '/',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192' },
      { src: '/icons/icon-512.png', sizes: '512x512' },
      { src: '/icons/icon-maskable-512.png', purpose: 'maskable' },
    ],
  })
  await world.app.inject({
    method: 'POST',
    url: '/sandbox/settings',
    payload: { partner_name: 'Bazaar "1"', brand_color: '#aa2200' },
  })
  const after = await get('/manifest.webmanifest', { 'if-none-match': before.headers.get('etag') ?? '' })
  expect(after.headers.get('cache-control')).toBe('no-cache')
  expect(await after.json()).toMatchObject({ name: 'Bazaar "1"', theme_color: '#aa2200' })
  const again = await get('/manifest.webmanifest', { 'if-none-match': after.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

test('without a build the server says what to do, and does everything else', async () => {
  const nothing = join(folder, 'nothing')
  const bare = await openWorld({ webFolder: nothing, consoleFolder: nothing })
  try {
    for (const path of ['/dashboard', '/console', '/console/audit']) {
      const response = await get(path, HTML, bare)
      expect([response.status, await response.text()]).toEqual([503, 'The web app is not built. Run: npm run build'])
    }
    expect((await get('/sw.js', {}, bare)).status).toBe(404)
    expect((await get('/api/nothing', HTML, bare)).status).toBe(404)
    expect((await get('/api/tools/settings', {}, bare)).status).toBe(200)
  } finally {
    await bare.close()
  }
})

/** The tree has `eadyz` below `/r`, and not the whole path. */
function pathsOf(tree: string): string[] {
  const above: string[] = []
  return [...tree.matchAll(/^([│ ]*)[├└]── (\S*) \(/gm)].map(([, indent = '', part = '']) => {
    const depth = indent.length / 4
    above.splice(depth, above.length, `${above[depth - 1] ?? ''}${part}`)
    return above[depth] ?? ''
  })
}

test('every path that the server answers itself is reserved, and so is no screen of the app', () => {
  const firstParts = pathsOf(world.app.printRoutes({ commonPrefix: false }))
    .map((path) => /^\/([\w-]+)(?:\/|$)/.exec(path)?.[1])
    .filter((part) => part !== undefined)
  expect(firstParts).toContain('partner')
  expect(new Set([...firstParts, 'assets'])).toEqual(new Set(reservedPaths))
})

test('a page without a place for the address of the API does not start', async () => {
  const broken = join(folder, 'broken')
  await mkdir(broken)
  await writeFile(join(broken, 'index.html'), '<!doctype html>')
  await expect(openWorld({ webFolder: broken })).rejects.toThrow('cashbox-api-base')
})

describe('answers of the API', () => {
  test('that are long and the same for all are compressed, and not sent twice', async () => {
    for (const path of ['/api/tools/translations?language=ru', '/api/tools/dictionaries']) {
      const first = await get(path, { 'accept-encoding': 'br', 'x-language': 'ru' })
      expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
      expect(first.headers.get('cache-control')).toBe('no-cache')
      expect(first.headers.get('vary')).toBe('x-language, accept-encoding')
      expect(await first.json()).toHaveProperty('payload')
      const etag = first.headers.get('etag') ?? ''
      const again = await get(path, { 'x-language': 'ru', 'if-none-match': etag })
      expect([again.status, await again.text(), again.headers.get('vary')]).toEqual([304, '', 'x-language'])
    }
    const russian = await get('/api/tools/dictionaries', { 'x-language': 'ru' })
    const turkish = { 'x-language': 'tr', 'if-none-match': russian.headers.get('etag') ?? '' }
    expect((await get('/api/tools/dictionaries', turkish)).status).toBe(200)
  })

  test('with personal data are never cached, and long ones are compressed', async () => {
    const authorization = `Bearer ${await world.logIn('approved')}`
    const encoding = { 'accept-encoding': 'gzip' }
    const history = await get('/api/payments/history?limit=50', { authorization, ...encoding })
    expect(history.headers.get('content-encoding')).toBe('gzip')
    const profile = await get('/api/user/profile', { authorization, ...encoding })
    expect(profile.headers.get('content-encoding')).toBeNull()
    for (const response of [history, profile]) {
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(await response.json()).toHaveProperty('payload')
    }
  })
})
