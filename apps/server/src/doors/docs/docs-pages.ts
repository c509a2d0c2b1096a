import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { openApiDocument } from './api-document.ts'
import { renderPage } from './page.ts'

interface DocsOptions {
  /** Where people reach this server. */
  readonly publicUrl: string
  readonly version: string
}

/** The agent API for people to read, and for programs. */
export function docsPages({ publicUrl, version }: DocsOptions): FastifyPluginAsync {
  const serverUrl = `${publicUrl.replace(/\/+$/, '')}/api`
  const api = openApiDocument({ title: 'Cashbox agent API', version, serverUrl })
  const page = renderPage(api)
  const css = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')
  const document = JSON.stringify(api, null, 2)
  return async (http) => {
    http.get('/docs', (_request, reply) => send(reply, 'text/html; charset=utf-8', page))
    http.get('/docs/openapi.json', (_request, reply) => send(reply, 'application/json; charset=utf-8', document))
    http.get('/docs/docs.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', css))
  }
}

// Asked for again each time: after an update the three must fit together.
const send = (reply: FastifyReply, type: string, body: string) =>
  reply.type(type).header('cache-control', 'no-cache').send(body)
