import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '@cashbox/contract'
import { defaultLanguage } from '@cashbox/contract'
import compress from '@fastify/compress'
import files from '@fastify/static'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { html, renderHtml } from '../features/docs/html.ts'
import { sendRevalidated } from '../platform/http/revalidate.ts'
import type { Log } from '../platform/log.ts'

interface WebApp {
  /** Where the build of the agents' app is. */
  readonly folder: string
  /** Where the app makes its calls: a path of this server, or an address elsewhere. */
  readonly apiBase: string
  readonly readSettings: () => Promise<Settings>
  readonly log: Pick<Log, 'warn'>
}

/** Other people's rooms: never answered with the app. */
const RESERVED = new Set(
  'api assets callbacks console docs healthz images metrics operator partner readyz sandbox'.split(' '),
)
const NOT_BUILT = 'The web app is not built. Run: npm run build'
/** Files under this path have a hash in their name, so they never change. */
const HASHED = '/assets/'
const YEAR_MS = 365 * 24 * 60 * 60 * 1000
/** The app's paper, which a phone shows while the app starts. */
const BACKGROUND = '#fbfaf7'

/** The agents' app at `/`: its files, one page for all of its routes, and the manifest in the partner's colours. */
export const webApp =
  ({ folder, apiBase, readSettings, log }: WebApp): FastifyPluginAsync =>
  async (app) => {
    await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })

    app.get('/manifest.webmanifest', async (request, reply) =>
      sendRevalidated(request, reply.type('application/manifest+json'), manifestOf(await readSettings())),
    )

    const build = await readBuild(folder, apiBase)
    if (build === null) {
      log.warn({ folder }, NOT_BUILT)
      app.get('/*', (request, reply) => {
        if (!isAppRoute(request)) return reply.callNotFound()
        return reply.code(503).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(NOT_BUILT)
      })
      return
    }
    const { page, serviceWorker } = build

    await app.register(files, { root: folder, serve: false, preCompressed: true, index: false, dotfiles: 'ignore' })
    app.get('/index.html', (request, reply) => sendRevalidated(request, reply.type('text/html; charset=utf-8'), page))
    if (serviceWorker !== null) {
      app.get('/sw.js', (request, reply) =>
        sendRevalidated(request, reply.type('text/javascript; charset=utf-8'), serviceWorker),
      )
    }
    app.get('/*', (request, reply) => {
      if (isAppRoute(request)) return sendRevalidated(request, reply.type('text/html; charset=utf-8'), page)
      const path = pathOf(request)
      if (!isFile(path)) return reply.callNotFound()
      if (path.startsWith(HASHED)) return reply.sendFile(path, { maxAge: YEAR_MS, immutable: true })
      return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false })
    })
  }

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/'
const isFile = (path: string) => /\.[^/]*$/.test(path)

function isAppRoute(request: FastifyRequest): boolean {
  const path = pathOf(request)
  if (isFile(path) || RESERVED.has(path.split('/')[1] ?? '')) return false
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '')
}

interface Build {
  readonly page: string
  readonly serviceWorker: string | null
}

/** The page and the service worker as this server sends them; null when there is no build. */
async function readBuild(folder: string, apiBase: string): Promise<Build | null> {
  const [built, worker] = await Promise.all([
    readIfThere(join(folder, 'index.html')),
    readIfThere(join(folder, 'sw.js')),
  ])
  if (built === null) return null
  const page = withApiBase(built, apiBase)
  // The build can't know the page as it is served, so an installed app would keep the old one.
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 32)
  return { page, serviceWorker: worker?.replaceAll('__SHELL_REVISION__', revision) ?? null }
}

const API_BASE_TAG = /<meta\s+name="cashbox-api-base"\s+content="[^"]*"\s*\/?>/

function withApiBase(page: string, apiBase: string): string {
  if (!API_BASE_TAG.test(page)) throw new Error('index.html of the web app has no <meta name="cashbox-api-base">')
  const tag = renderHtml(html`<meta name="cashbox-api-base" content="${apiBase}">`)
  return page.replace(API_BASE_TAG, () => tag)
}

const readIfThere = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

const icon = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const manifestOf = ({ partner_name, brand_color }: Settings) =>
  JSON.stringify({
    id: '/',
    name: partner_name,
    short_name: partner_name,
    lang: defaultLanguage,
    dir: 'auto',
    display: 'standalone',
    start_url: '/dashboard',
    scope: '/',
    theme_color: brand_color,
    background_color: BACKGROUND,
    icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('icon-maskable-512', 512, 'maskable')],
  })
