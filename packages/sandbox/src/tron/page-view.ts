import { type Html, html } from '../page/html.ts'
import { layout } from '../page/layout.ts'

const REFRESH_S = 3

interface PageView {
  /** The prefix of the sandbox. */
  readonly base: string
  /** The path of the chain. */
  readonly path: string
  readonly usdt: string
  readonly notice: string | null
  readonly send: Html
  readonly transactions: Html
  readonly switches: Html
}

export const pageView = ({ base, path, usdt, notice, send, transactions, switches }: PageView): Html =>
  layout({
    base,
    title: 'Tron',
    head: html`<script type="module" src="${path}/watch.js"></script>`,
    body: html`<div class="place" data-watched="${path}" data-every-seconds="${REFRESH_S}">
        <header class="bar">
          <h1>Tron</h1>
          <nav><a class="button" href="${base}">Sandbox</a><a class="button jump" href="#switches">Switches</a><a class="button" href="${path}">Reload</a></nav>
        </header>
        <p class="hint">A simulated Tron network. The USDT contract is <bdi dir="ltr">${usdt}</bdi>. A new block is made every 3 seconds.</p>
        ${notice !== null && html`<p class="notice bad" role="alert">${notice}</p>`}
        <div class="desk">
          ${send}
          ${transactions}
          ${switches}
        </div>
      </div>`,
  })
