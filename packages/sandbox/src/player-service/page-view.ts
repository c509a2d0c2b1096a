import { type Html, html } from '../page/html.ts'
import { layout } from '../page/layout.ts'
import { timeView } from './time-view.ts'

const REFRESH_S = 5

interface PageView {
  /** The prefix of the sandbox. */
  readonly base: string
  /** The path of the player service. */
  readonly path: string
  /** Where the lists are read again. */
  readonly watched: string
  readonly key: { readonly id: string; readonly secret: string }
  readonly webhookSecret: string
  readonly notice: string | null
  readonly opening: Html
  readonly transactions: Html
  readonly webhooks: Html
  readonly files: Html
}

export const pageView = ({
  base,
  path,
  watched,
  notice,
  opening,
  transactions,
  webhooks,
  files,
  ...secrets
}: PageView): Html =>
  layout({
    base,
    title: 'Player service',
    head: html`<script type="module" src="${path}/watch.js"></script>`,
    body: html`<div class="place" data-watched="${watched}" data-every-seconds="${REFRESH_S}">
        <header class="bar">
          <h1>Player service</h1>
          <nav><a class="button" href="${base}">Sandbox</a><a class="button jump" href="#webhooks">Webhooks</a><a class="button" href="${path}">Reload</a></nav>
        </header>
        <p class="hint">A simulated partner. The lists refresh every ${REFRESH_S} seconds.</p>
        ${secretsView(secrets)}
        ${timeView(path)}
        ${notice !== null && html`<p class="notice bad" role="alert">${notice}</p>`}
        <div class="desk">
          ${opening}
          ${transactions}
          ${webhooks}
          ${files}
        </div>
      </div>`,
  })

/** Made for this sandbox, so they may be shown and used in a program of your own. */
const secretsView = ({ key, webhookSecret }: Pick<PageView, 'key' | 'webhookSecret'>): Html =>
  html`<details class="secrets">
    <summary>Key and secrets for your own program</summary>
    <dl>
      <dt>CASHBOX_KEY</dt><dd><code dir="ltr">${key.id}</code></dd>
      <dt>CASHBOX_KEY_SECRET</dt><dd><code dir="ltr">${key.secret}</code></dd>
      <dt>CASHBOX_WEBHOOK_SECRET</dt><dd><code dir="ltr">${webhookSecret}</code></dd>
    </dl>
  </details>`
