import { type Html, html } from '@cashbox/contract/html'
import { modeButtons, textOf } from '../page/forms.ts'
import { badge, moment, rows } from '../page/layout.ts'
import type { WebhookSetting } from './partner-account.ts'
import type { PlayerService } from './player-service.ts'
import type { ReceivedWebhook } from './webhook-log.ts'

const SHOWN = 50

export const webhooksView = (
  path: string,
  mode: PlayerService['mode'],
  setting: WebhookSetting,
  webhooks: readonly ReceivedWebhook[],
): Html => html`<section id="webhooks" data-watch>
    <h2>Webhooks</h2>
    ${setting.isOff && offNotice(path)}
    ${modeButtons(path, 'How this service answers webhooks', mode)}
    <p class="hint">The service ${mode.current().does}.</p>
    ${rows(webhooks.slice(0, SHOWN), row, [
      'No webhooks yet',
      'Cashbox sends one for each change of a transaction or of the cover, and for a new statement.',
    ])}
    ${webhooks.length > SHOWN && html`<p class="hint"><a href="${path}/events.json">All ${webhooks.length} as JSON</a></p>`}
    <p class="hint">${setting.isElsewhere ? 'Sent to your program at' : 'Received at'} <bdi dir="ltr">${setting.url}</bdi></p>
  </section>`

const offNotice = (path: string): Html => html`<div class="box bad">
    The address answered 410 Gone, so Cashbox disabled the webhook and keeps the events.
    <form method="post" action="${path}/webhook-address"><button>Enable the webhook again</button></form>
  </div>`

const row = (webhook: ReceivedWebhook): Html => html`<li>
    <p class="bar">
      ${webhook.is_verified ? badge('✓ Verified', 'good') : badge('✕ Not verified', 'bad')}
      ${webhook.is_duplicate && badge('Duplicate', 'waiting')}
      ${webhook.is_out_of_order && badge('Out of order', 'waiting')}
      ${badge(webhook.answered ?? 'Closed')}
    </p>
    <strong>${webhook.type || '(no type)'}</strong>
    ${subjectOf(webhook)}
    ${webhook.problem !== null && html`<span class="hint">${webhook.problem}</span>`}
    ${moment(webhook.received_at)}
    <bdi class="hint" dir="ltr">${webhook.webhook_id}</bdi>
  </li>`

/** The transaction, statement or position that it is about, with a link if it is genuine. */
function subjectOf({ transaction_id, is_verified, data }: ReceivedWebhook): Html {
  const { id, name } =
    transaction_id === '' ? settlementRow(data) : { id: `tx-${transaction_id}`, name: transaction_id }
  return is_verified && name !== ''
    ? html`<a href="#${encodeURIComponent(id)}"><bdi dir="ltr">${name}</bdi></a>`
    : html`<bdi dir="ltr">${name}</bdi>`
}

function settlementRow({ statement_id, currency_code, number }: ReceivedWebhook['data']) {
  const currency = textOf(currency_code)
  return statement_id === undefined
    ? { id: 'settlement', name: currency }
    : { id: `statement-${textOf(statement_id)}`, name: `${currency} ${textOf(number)}` }
}
