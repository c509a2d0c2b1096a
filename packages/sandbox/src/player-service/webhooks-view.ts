import { type Html, html } from '@cashbox/contract/html'
import { moment } from '../page/layout.ts'
import type { WebhookSetting } from './partner-account.ts'
import { behaviourOf, type Mode, modes, type ReceivedWebhook } from './webhook-log.ts'

const SHOWN = 50

interface WebhooksView {
  /** The path of the player service. */
  readonly path: string
  readonly mode: Mode
  readonly setting: WebhookSetting
  readonly webhooks: readonly ReceivedWebhook[]
}

export function webhooksView({ path, mode, setting, webhooks }: WebhooksView): Html {
  return html`<section class="webhooks" id="webhooks" data-watch>
    <h2>Webhooks</h2>
    ${setting.isOff && offNotice(path)}
    <form class="modes" method="post" action="${path}/behaviour" aria-label="How this service answers webhooks">
      ${modes.map((one) => modeButton(one, one === mode))}
    </form>
    <p class="hint">The service ${behaviourOf(mode).does}.</p>
    ${
      webhooks.length === 0
        ? html`<div class="empty"><h2>No webhooks yet</h2><p>Cashbox sends one when a transaction is confirmed, closed, locked or reversed.</p></div>`
        : html`<ol class="rows">${webhooks.slice(0, SHOWN).map(row)}</ol>`
    }
    ${webhooks.length > SHOWN && html`<p class="hint"><a href="${path}/events.json">All ${webhooks.length} as JSON</a></p>`}
    <p class="hint">Received at <bdi dir="ltr">${setting.url}</bdi></p>
  </section>`
}

const modeButton = (mode: Mode, isOn: boolean): Html =>
  html`<button class="button" name="mode" value="${mode}" aria-pressed="${isOn ? 'true' : 'false'}" title="${behaviourOf(mode).does}">${behaviourOf(mode).label}</button>`

const offNotice = (path: string): Html => html`<div class="notice bad">
    <p>The address answered 410 Gone, so Cashbox disabled the webhook and keeps the events.</p>
    <form method="post" action="${path}/webhook-address"><button class="button">Enable the webhook again</button></form>
  </div>`

const row = (webhook: ReceivedWebhook): Html => html`<li class="webhook">
    <p class="badges">
      ${
        webhook.is_verified
          ? html`<span class="badge verified">✓ Verified</span>`
          : html`<span class="badge forged">✕ Not verified</span>`
      }
      ${webhook.is_duplicate && html`<span class="badge duplicate">Duplicate</span>`}
      ${webhook.is_out_of_order && html`<span class="badge late">Out of order</span>`}
      <span class="badge">${webhook.answered === null ? 'Closed' : webhook.answered}</span>
    </p>
    <p><strong>${webhook.type || '(no type)'}</strong></p>
    <p>${transactionLink(webhook)}</p>
    ${webhook.problem !== null && html`<p class="hint">${webhook.problem}</p>`}
    <p class="hint">${moment(webhook.received_at)}</p>
    <p class="hint"><bdi dir="ltr">${webhook.webhook_id}</bdi></p>
  </li>`

const transactionLink = ({ transaction_id, is_verified }: ReceivedWebhook): Html =>
  is_verified
    ? html`<a class="id" href="#tx-${encodeURIComponent(transaction_id)}"><bdi dir="ltr">${transaction_id}</bdi></a>`
    : html`<bdi class="id" dir="ltr">${transaction_id}</bdi>`
