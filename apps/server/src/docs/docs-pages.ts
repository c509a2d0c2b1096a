import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { html, renderHtml } from '@cashbox/contract/html'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { agentDocument, operatorDocument, partnerDocument } from './api-documents.ts'

interface DocsOptions {
  readonly publicUrl: string
  readonly consoleUrl: string
  readonly version: string
}

/** The APIs for people to read, drawn by Redoc, and for programs. */
export function docsPages({ publicUrl, consoleUrl, version }: DocsOptions): FastifyPluginAsync {
  const base = publicUrl.replace(/\/+$/, '')
  const documents = {
    '/docs': () => agentDocument({ version, serverUrl: `${base}/api` }),
    '/docs/partner': () => partnerDocument({ version, serverUrl: `${base}/partner/v1` }),
    '/docs/operator': () => operatorDocument({ version, serverUrl: `${new URL(consoleUrl).origin}/operator/v1` }),
  }
  return async (http) => {
    for (const [path, make] of Object.entries(documents)) {
      http.get(path, (_request, reply) => {
        const nonce = randomBytes(16).toString('base64')
        const policy = String(reply.getHeader('content-security-policy') ?? '')
        return reply
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('content-security-policy', policy.replaceAll(/(script|style)-src /g, `$&'nonce-${nonce}' `))
          .send(pageOf(path, nonce))
      })
      serveText(http, `${path}/openapi.json`, {
        type: 'application/json; charset=utf-8',
        cacheControl: 'no-cache',
        read: async () => JSON.stringify(make()),
      })
    }
    http.get('/docs/partner/cashbox-partner.tgz', async (_request, reply) =>
      reply
        .type('application/gzip')
        .header('cache-control', 'no-cache')
        .send(await readFile(PARTNER_PACKAGE)),
    )
    serveText(http, REDOC, {
      type: 'text/javascript; charset=utf-8',
      cacheControl: 'public, max-age=31536000, immutable',
      read: readRedoc,
    })
  }
}

/** Made by `npm run pack:partner`, which `npm ci` and a release run. */
const PARTNER_PACKAGE = join(import.meta.dirname, '../../../../packages/partner-client/dist/cashbox-partner.tgz')

/** Reads and compresses the text when it is first asked for: few processes are ever asked. */
function serveText(
  http: FastifyInstance,
  path: string,
  { type, cacheControl, read }: Record<'type' | 'cacheControl', string> & { readonly read: () => Promise<string> },
) {
  let made: Promise<{ text: string; zipped: Buffer }> | null = null
  const make = async () => {
    const text = await read()
    return { text, zipped: await promisify(gzip)(text) }
  }
  http.get(path, async (request, reply) => {
    const { text, zipped } = await (made ??= make())
    void reply.type(type).headers({ 'cache-control': cacheControl, vary: 'accept-encoding' })
    if (!request.headers['accept-encoding']?.includes('gzip')) return reply.send(text)
    return reply.header('content-encoding', 'gzip').send(zipped)
  })
}

const require = createRequire(import.meta.url)
const REDOC = `/docs/redoc-${(require('redoc/package.json') as { version: string }).version}.js`

/** Redoc's script with two places replaced that a strict content policy does not allow. */
async function readRedoc() {
  let script = await readFile(require.resolve('redoc/bundles/redoc.standalone.js'), 'utf8')
  for (const [found, instead] of [
    // The nonce of styles has to be known before the first of them is added.
    ['r.nc=void 0', 'r.nc=document.currentScript.nonce'],
    // An image that is left out when it does not load.
    ['https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,'],
  ] as const) {
    if (!script.includes(found)) throw new Error(`this version of Redoc does not have ${found}`)
    script = script.replace(found, instead)
  }
  return script
}

const SANS = 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'
const MONO = 'ui-monospace, "Cascadia Mono", "Roboto Mono", "DejaVu Sans Mono", monospace'
const options = {
  // The search runs in a worker made from a blob, which our content policy forbids.
  disableSearch: true,
  hideHostname: true,
  nativeScrollbars: true,
  theme: { typography: { fontFamily: SANS, headings: { fontFamily: SANS }, code: { fontFamily: MONO } } },
}

function pageOf(path: string, nonce: string): string {
  return renderHtml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cashbox API</title>
<style nonce="${nonce}">body { margin: 0 }</style>
</head>
<body>
<div id="redoc" data-document="${path}/openapi.json" data-options="${JSON.stringify(options)}"></div>
<noscript>This page needs JavaScript. The API is also in <a href="${path}/openapi.json">openapi.json</a>.</noscript>
<script nonce="${nonce}" src="${REDOC}"></script>
<script nonce="${nonce}">
const page = document.getElementById('redoc')
Redoc.init(page.dataset.document, JSON.parse(page.dataset.options), page)
</script>
</body>
</html>
`)
}
