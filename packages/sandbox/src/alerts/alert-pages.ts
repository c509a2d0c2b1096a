import { readFile } from 'node:fs/promises'
import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { isRecord, layout, moment, sendPage } from '../page/layout.ts'
import {
  type AlertReceivers,
  behaviourOf,
  createAlertReceivers,
  isMode,
  type Mode,
  modes,
  type ReceivedAlerts,
  receiverRoutes,
} from './alert-receivers.ts'

const SHOWN = 50
const EVERY_S = 3

interface AlertPages {
  readonly now: () => Date
  /** The signing secret of the sandbox's webhook; null when it has none. */
  readonly secret: () => Promise<string | null>
}

/** Where alerts arrive: a Telegram chat and a webhook on this machine, as a page and as JSON. */
export const alertPages =
  ({ now, secret }: AlertPages): FastifyPluginAsync =>
  async (app) => {
    const receivers = createAlertReceivers(now, secret)
    await app.register(receiverRoutes(receivers), { prefix: '/alerts' })
    await app.register(pages(receivers, app.prefix), { prefix: '/alerts' })
  }

const pages =
  (receivers: AlertReceivers, base: string): FastifyPluginAsync =>
  async (app) => {
    const path = app.prefix
    const script = await readFile(new URL('../page/watch.js', import.meta.url), 'utf8')
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    app.get('/', (_request, reply) => sendPage(reply, 200, pageView(base, path, receivers)))
    app.get('/watch.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
    app.get('/messages.json', async () => receivers.list())
    app.post('/behaviour', async ({ body }, reply) => {
      const isForm = body instanceof URLSearchParams
      const mode = isForm ? body.get('mode') : isRecord(body) && body['mode']
      if (!isMode(mode)) throw Object.assign(new Error('there is no such behaviour'), { statusCode: 400 })
      receivers.behave(mode)
      return isForm ? reply.redirect(path, 303) : { mode }
    })
  }

const pageView = (base: string, path: string, receivers: AlertReceivers): Html =>
  layout({
    base,
    title: 'Alerts',
    head: html`<script src="${path}/watch.js" defer></script>`,
    body: html`<div data-watched="${path}" data-every-seconds="${EVERY_S}">
      <header class="bar"><h1>Alerts</h1><a class="button" href="${base}/mail">Mail</a></header>
      <p>A Telegram chat and a webhook on this machine. Choose in the console, under Alert destinations, what is sent here.</p>
      <form class="modes" method="post" action="${path}/behaviour" aria-label="How both answer">
        ${modes.map((one) => modeButton(one, one === receivers.mode()))}
      </form>
      <section id="messages" data-watch>
        <h2>Messages</h2>
        <p class="hint">They ${behaviourOf(receivers.mode()).does}.</p>
        ${
          receivers.list().length === 0
            ? html`<div class="empty"><h2>No messages yet</h2><p>Press Test beside a destination in the console.</p></div>`
            : html`<ol class="rows">${receivers.list().slice(0, SHOWN).map(row)}</ol>`
        }
      </section>
    </div>`,
  })

const modeButton = (mode: Mode, isOn: boolean): Html =>
  html`<button class="button" name="mode" value="${mode}" aria-pressed="${isOn ? 'true' : 'false'}" title="They ${behaviourOf(mode).does}">${behaviourOf(mode).label}</button>`

// A parser drops the first newline inside <pre>, so one is spent on it.
const row = ({ by, received_at, id, text, problem, is_taken }: ReceivedAlerts): Html => html`<li class="webhook">
    <p class="badges">
      <span class="badge">${by === 'telegram' ? 'Telegram' : 'Webhook'}</span>
      ${problem === null ? by === 'webhook' && html`<span class="badge verified">✓ Verified</span>` : html`<span class="badge forged">✕ Not verified</span>`}
      ${!is_taken && html`<span class="badge late">Refused</span>`}
    </p>
    <pre dir="auto">
${text}</pre>
    ${problem !== null && html`<p class="hint">${problem}</p>`}
    <p class="hint">${moment(received_at)} <bdi dir="ltr">${id}</bdi></p>
  </li>`
