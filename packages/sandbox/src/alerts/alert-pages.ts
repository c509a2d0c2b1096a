import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { modeButtons, serveForms, serveMode } from '../page/forms.ts'
import { badge, empty, linkTo, moment, sendPage, watchedLayout } from '../page/layout.ts'
import {
  type AlertReceivers,
  behaviours,
  createAlertReceivers,
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
    await serveForms(app)
    serveMode(app, receivers.mode, app.prefix)
    app.get('/', (_request, reply) => sendPage(reply, 200, pageView(base, app.prefix, receivers)))
    app.get('/messages.json', async () => receivers.list())
  }

const pageView = (base: string, path: string, receivers: AlertReceivers): Html =>
  watchedLayout({
    base,
    path,
    everySeconds: EVERY_S,
    title: 'Alerts',
    links: linkTo(`${base}/mail`, 'Mail'),
    body: html`<p>A Telegram chat and a webhook on this machine. Choose in the console, under Alert destinations, what is sent here.</p>
      ${modeButtons(path, 'How both answer', behaviours, receivers.mode.current())}
      <section id="messages" data-watch>
        <h2>Messages</h2>
        <p class="hint">They ${behaviours[receivers.mode.current()].does}.</p>
        ${
          receivers.list().length === 0
            ? empty('No messages yet', 'Press Test beside a destination in the console.')
            : html`<ol class="rows">${receivers.list().slice(0, SHOWN).map(row)}</ol>`
        }
      </section>`,
  })

// A parser drops the first newline inside <pre>, so one is spent on it.
const row = ({ by, received_at, id, text, problem, is_taken }: ReceivedAlerts): Html => html`<li>
    <p class="bar">
      ${badge(by === 'telegram' ? 'Telegram' : 'Webhook')}
      ${problem === null ? by === 'webhook' && badge('✓ Verified', 'good') : badge('✕ Not verified', 'bad')}
      ${!is_taken && badge('Refused', 'waiting')}
    </p>
    <pre dir="auto">
${text}</pre>
    ${problem !== null && html`<span class="hint">${problem}</span>`}
    <span class="hint">${moment(received_at)} <bdi dir="ltr">${id}</bdi></span>
  </li>`
