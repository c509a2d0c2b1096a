import { type Html, html } from '../page/html.ts'
import { layout } from '../page/layout.ts'

const REFRESH_S = 5

interface PageView {
  /** The prefix of the sandbox. */
  readonly base: string
  /** The path of the player service. */
  readonly path: string
  /** Where the lists are read again. */
  readonly watched: string
  readonly keyId: string
  readonly notice: string | null
  readonly opening: Html
  readonly transactions: Html
  readonly webhooks: Html
}

export const pageView = ({ base, path, watched, keyId, notice, opening, transactions, webhooks }: PageView): Html =>
  layout({
    base,
    title: 'Player service',
    head: html`<script type="module" src="${path}/watch.js"></script>`,
    body: html`<div class="place" data-watched="${watched}" data-every-seconds="${REFRESH_S}">
        <header class="bar">
          <h1>Player service</h1>
          <nav><a class="button" href="${base}">Sandbox</a><a class="button jump" href="#webhooks">Webhooks</a><a class="button" href="${path}">Reload</a></nav>
        </header>
        <p class="hint">A simulated partner that signs with the key <bdi dir="ltr">${keyId}</bdi>. The lists refresh every ${REFRESH_S} seconds.</p>
        ${notice !== null && html`<p class="notice bad" role="alert">${notice}</p>`}
        <div class="desk">
          ${opening}
          ${transactions}
          ${webhooks}
        </div>
      </div>`,
  })
