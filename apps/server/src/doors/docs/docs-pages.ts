import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { agentDocs, type Docs, operatorDocs, partnerDocs } from './apis.ts'
import { renderPage } from './page.ts'

interface DocsOptions {
  /** Where people reach this server. */
  readonly publicUrl: string
  /** Where operators reach it. */
  readonly consoleUrl: string
  readonly version: string
}

/** The APIs for people to read, and for programs. */
export function docsPages({ publicUrl, consoleUrl, version }: DocsOptions): FastifyPluginAsync {
  const css = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')
  const base = publicUrl.replace(/\/+$/, '')
  const apis = {
    '/docs': () => agentDocs({ version, serverUrl: `${base}/api` }),
    '/docs/partner': () => partnerDocs({ version, serverUrl: `${base}/partner/v1` }),
    '/docs/operator': () => operatorDocs({ version, serverUrl: `${new URL(consoleUrl).origin}/operator/v1` }),
  }
  return async (http) => {
    for (const [path, make] of Object.entries(apis)) {
      // Made when first asked for: few processes are ever asked.
      const made = once(() => written(make()))
      http.get(path, (_request, reply) => send(reply, 'text/html; charset=utf-8', made().page))
      http.get(`${path}/openapi.json`, (_request, reply) =>
        send(reply, 'application/json; charset=utf-8', made().document),
      )
    }
    http.get('/docs/docs.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', css))
  }
}

const written = ({ page, document }: Docs) => ({
  page: renderPage(page),
  document: JSON.stringify(document, null, 2),
})

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

// Asked for again each time: after an update the three must fit together.
const send = (reply: FastifyReply, type: string, body: string) =>
  reply.type(type).header('cache-control', 'no-cache').send(body)
