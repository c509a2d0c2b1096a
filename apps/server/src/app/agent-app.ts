import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '@cashbox/contract'
import { defaultLanguage } from '@cashbox/contract'
import { type AppArea, pageTags, paper, reservedPaths, SHELL_REVISION } from '@cashbox/contract/app-page'
import { html, renderHtml } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { sendRevalidated } from '../platform/http/revalidate.ts'
import { readIfThere, serveWebApp, type WebApp } from './web-app.ts'

interface AgentApp extends Pick<WebApp, 'folder' | 'log'> {
  /** Where the app makes its calls: a path of this server, or an address elsewhere. */
  readonly apiBase: string
  readonly readSettings: () => Promise<Settings>
}

const reserved = new Set<string>(reservedPaths)
const SETTINGS_WITHIN_MS = 200
/** Scans codes with WebAssembly, which our pages themselves may not run. */
const SCAN_WORKER = /^\/assets\/scan-worker-[\w-]+\.js$/
const SCAN_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** The agents' app at `/`, with the manifest in the partner's colours and the service worker of an installed one. */
export const agentApp =
  ({ folder, apiBase, readSettings, log }: AgentApp): FastifyPluginAsync =>
  async (app) => {
    app.get('/manifest.webmanifest', async (request, reply) =>
      sendRevalidated(request, reply.type('application/manifest+json'), manifestOf(await readSettings())),
    )
    // The page must load without the database, and without waiting for a slow one.
    const settingsOrNull = () =>
      Promise.race([readSettings(), wait(SETTINGS_WITHIN_MS, null, { ref: false })]).catch(() => null)
    const isApiHere = apiBase.startsWith('/')

    const page = await serveWebApp(app, {
      folder,
      prefix: '',
      isScreen: (path) => !reserved.has(path.split('/')[1] ?? ''),
      finishPage: (built) => withApiBase(built, apiBase),
      showScreen: async (page, path, reply) => {
        void reply.header('link', preloadOf(page, areaOf(path)))
        return isApiHere ? withSettings(page, await settingsOrNull()) : page
      },
      policyOf: (path) => (SCAN_WORKER.test(path) ? SCAN_POLICY : null),
      log,
    })
    const worker = page === null ? null : await readIfThere(join(folder, 'sw.js'))
    if (page === null || worker === null) return
    // The build doesn't know the page as it is served, so an installed app would keep the old one.
    const revision = createHash('sha256').update(page).digest('hex').slice(0, 32)
    const finished = worker.replaceAll(SHELL_REVISION, revision)
    app.get('/sw.js', (request, reply) =>
      sendRevalidated(request, reply.type('text/javascript; charset=utf-8'), finished),
    )
  }

const API_BASE_TAG = new RegExp(`<meta\\s+name="${pageTags.apiBase}"\\s+content="[^"]*"\\s*/?>`)

function withApiBase(page: string, apiBase: string): string {
  if (!API_BASE_TAG.test(page)) throw new Error(`index.html of the web app has no <meta name="${pageTags.apiBase}">`)
  const tag = renderHtml(html`<meta name="${pageTags.apiBase}" content="${apiBase}">`)
  return page.replace(API_BASE_TAG, () => tag)
}

const areaOf = (path: string): AppArea => (path.startsWith('/auth/') ? 'guest' : 'agent')

/** A Link header that preloads the first files of an area, in parallel with the page's script. */
const preloadOf = (page: string, area: AppArea) =>
  (new RegExp(`<meta name="${pageTags.filesOf(area)}" content="([^"]*)">`).exec(page)?.[1] ?? '')
    .split(' ')
    .filter((file) => file !== '')
    .map((file) => `</${file}>; rel=modulepreload; crossorigin`)
    .join(', ')

/** Embeds the settings for a first visit. Not during maintenance, so that no cache brings it back after its end. */
function withSettings(page: string, settings: Settings | null): string {
  if (!settings?.is_off_maintenance) return page
  const tag = renderHtml(html`<meta name="${pageTags.settings}" content="${JSON.stringify(settings)}">`)
  return page.replace('</head>', () => `${tag}</head>`)
}

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
    background_color: paper.light,
    icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('icon-maskable-512', 512, 'maskable')],
  })
