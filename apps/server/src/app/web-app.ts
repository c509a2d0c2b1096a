import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import compress from '@fastify/compress'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendRevalidated } from '../platform/http/revalidate.ts'
import type { Log } from '../platform/log/log.ts'

export interface WebApp {
  readonly folder: string
  /** The prefix of all its paths, such as `/console`; empty for the app at `/`. */
  readonly prefix: string
  /** Whether a path below the prefix is one of its screens. */
  readonly isScreen: (path: string) => boolean
  readonly finishPage?: (built: string) => string
  /** The same for one of its screens, with what only that one gets. */
  readonly showScreen?: (page: string, path: string, reply: FastifyReply) => Promise<string>
  /** The content security policy of a file that needs another one, as a worker does; null for the usual one. */
  readonly policyOf?: (path: string) => string | null
  readonly log: Pick<Log, 'warn'>
}

const NOT_BUILT = 'The web app is not built. Run: npm run build'
/** Files under this path have a hash in their name, so they never change. */
const HASHED = '/assets/'
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** Hands out a built app: its files, and one page for all of its screens. Answers with that page; null without a build. */
export async function serveWebApp(app: FastifyInstance, webApp: WebApp): Promise<string | null> {
  const { folder, prefix, finishPage = (built) => built, showScreen, policyOf, log } = webApp
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
  const pathOf = (request: FastifyRequest) => (request.url.split('?', 1)[0] ?? '/').slice(prefix.length)
  const answer = (handler: (path: string, request: FastifyRequest, reply: FastifyReply) => unknown) => {
    for (const url of [`${prefix}/*`, ...(prefix === '' ? [] : [prefix])]) {
      app.get(url, (request, reply) => handler(pathOf(request), request, reply))
    }
  }
  // A mistyped health check asks for anything, and must not be told that all is well.
  const isScreen = (path: string, { headers: { accept = '' } }: FastifyRequest) =>
    !isFile(path) && webApp.isScreen(path) && (accept.includes('text/html') || ['', '/'].includes(path))

  const built = await readIfThere(join(folder, 'index.html'))
  if (built === null) {
    log.warn({ folder }, NOT_BUILT)
    answer((path, request, reply) => {
      if (!isScreen(path, request)) return reply.callNotFound()
      return reply.code(503).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(NOT_BUILT)
    })
    return null
  }
  const page = finishPage(built)
  const send = (request: FastifyRequest, reply: FastifyReply, text: string) =>
    sendRevalidated(request, reply.type('text/html; charset=utf-8'), text)
  await app.register(files, { root: folder, serve: false, preCompressed: true, index: false, dotfiles: 'ignore' })
  app.get(`${prefix}/index.html`, (request, reply) => send(request, reply, page))
  answer(async (path, request, reply) => {
    if (isScreen(path, request)) return send(request, reply, (await showScreen?.(page, path, reply)) ?? page)
    if (!isFile(path)) return reply.callNotFound()
    const policy = policyOf?.(path)
    if (policy) void reply.header('content-security-policy', policy)
    if (path.startsWith(HASHED)) return reply.sendFile(path, { maxAge: YEAR_MS, immutable: true })
    return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false })
  })
  return page
}

const isFile = (path: string) => /\.[^/]*$/.test(path)

export const readIfThere = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
