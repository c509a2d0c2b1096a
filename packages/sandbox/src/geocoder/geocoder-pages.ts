import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { type Html, html } from '../page/html.ts'
import { isRecord } from '../page/is-record.ts'
import { layout, sendPage } from '../page/layout.ts'
import { findPlaces, readPlaces } from './find-places.ts'

const modes = { working: 'Working', away: 'Away' } as const
type Mode = keyof typeof modes
const isMode = (text: unknown): text is Mode => typeof text === 'string' && Object.hasOwn(modes, text)

/** A geocoder of some hundred cities that answers as Nominatim does, and a page to switch it off. */
export const geocoderPages: FastifyPluginAsync = async (app) => {
  const base = app.prefix
  const places = readPlaces(await readFile(new URL('./places.csv', import.meta.url), 'utf8'))
  let mode: Mode = 'working'
  await app.register(
    async (pages) => {
      pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, new URLSearchParams(String(body))),
      )
      pages.get('/', (_request, reply) => sendPage(reply, 200, pageView(base, mode, places.length)))
      pages.get<{ Querystring: { q?: string | string[] } }>('/search', async ({ query: { q = '' } }, reply) =>
        mode === 'away' ? reply.code(503).send([]) : findPlaces(places, [q].flat().join(' ')),
      )
      pages.post('/behaviour', async ({ body }, reply) => {
        const isForm = body instanceof URLSearchParams
        const wanted = isForm ? body.get('mode') : isRecord(body) && body['mode']
        if (!isMode(wanted)) throw Object.assign(new Error('there is no such behaviour'), { statusCode: 400 })
        mode = wanted
        return isForm ? reply.redirect(`${base}/geocoder`, 303) : { mode }
      })
    },
    { prefix: '/geocoder' },
  )
}

const pageView = (base: string, mode: Mode, count: number): Html =>
  layout({
    base,
    title: 'Address search',
    body: html`<header class="bar"><h1>Address search</h1><a class="button" href="${base}">Sandbox</a></header>
      <p>The console searches addresses here. It knows ${count} cities and no streets: an address is found by its city.</p>
      <form class="modes" method="post" action="${base}/geocoder/behaviour" aria-label="How it answers">
        ${Object.entries(modes).map(
          ([one, label]) =>
            html`<button class="button" name="mode" value="${one}" aria-pressed="${one === mode ? 'true' : 'false'}">${label}</button>`,
        )}
      </form>`,
  })
