import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { modeButtons, serveForms, serveMode } from '../page/forms.ts'
import { badge, linkTo, moment, rows, sendPage, watchedLayout } from '../page/layout.ts'
import { type AlertReceivers, createAlertReceivers, type ReceivedAlerts, receiverRoutes } from './alert-receivers.ts'

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
    await app.register(
      async (pages) => {
        await serveForms(pages)
        serveMode(pages, receivers.mode, pages.prefix)
        pages.get('/', (_request, reply) => sendPage(reply, 200, pageView(app.prefix, pages.prefix, receivers)))
        pages.get('/messages.json', async () => receivers.list())
      },
      { prefix: '/alerts' },
    )
  }

const pageView = (base: string, path: string, { mode, list }: AlertReceivers): Html =>
  watchedLayout({
    base,
    path,
    everySeconds: EVERY_S,
    title: 'Alerts',
    links: linkTo(`${base}/mail`, 'Mail'),
    body: html`<p>A Telegram chat and a webhook on this machine. Choose in the console, under Alert destinations, what is sent here.</p>
      ${modeButtons(path, 'How both answer', mode)}
      <section id="messages" data-watch>
        <h2>Messages</h2>
        <p class="hint">They ${mode.current().does}.</p>
        ${rows(list().slice(0, SHOWN), row, ['No messages yet', 'Press Test beside a destination in the console.'])}
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
