import { type Html, html } from '../page/html.ts'
import { moment } from '../page/time.ts'
import type { Answer } from './partner-client.ts'
import type { Change, KnownTransaction, TransactionPage } from './player-service.ts'
import { qrCode } from './qr-code.ts'

interface TransactionsView {
  /** The path of the player service. */
  readonly path: string
  readonly answer: Answer<TransactionPage>
  readonly isFirstPage: boolean
}

export function transactionsView({ path, answer, isFirstPage }: TransactionsView): Html {
  return html`<section class="transactions" id="transactions" data-watch>
    <h2>Transactions</h2>
    ${answer.ok ? list(path, answer.payload) : html`<p class="notice bad" role="alert">Could not load transactions: ${answer.refusal.message}</p>`}
    <p class="pages">
      ${!isFirstPage && html`<a class="button" href="${path}#transactions">Newest</a>`}
      ${answer.ok && answer.payload.next_cursor !== null && html`<a class="button" href="${path}?cursor=${encodeURIComponent(answer.payload.next_cursor)}#transactions">Older</a>`}
    </p>
  </section>`
}

const list = (path: string, { list }: TransactionPage): Html =>
  list.length === 0
    ? html`<div class="empty"><h2>No transactions yet</h2><p>Open one and give its ID to an agent.</p></div>`
    : html`<ul class="rows">${list.map((transaction) => row(path, transaction))}</ul>`

function row(path: string, transaction: KnownTransaction): Html {
  const { transaction_id, type, amount, currency_code, security_code, state } = transaction
  return html`<li class="transaction" id="tx-${transaction_id}">
    <div>
      <p class="badges">
        <span class="badge ${type}">${type === 'deposit' ? '↓ Deposit' : '↑ Withdrawal'}</span>
        ${stateBadge(transaction)}
      </p>
      <p class="id"><bdi dir="ltr">${transaction_id}</bdi></p>
      <p class="money"><bdi dir="ltr">${grouped(amount)} <small>${currency_code}</small></bdi></p>
      ${security_code !== null && html`<p class="code"><span class="hint">Security code</span><bdi class="secret" dir="ltr">${security_code}</bdi></p>`}
      <p class="hint">${target(transaction)} · player <bdi dir="ltr">${transaction.player_id}</bdi></p>
      <p class="hint">${story(transaction)}</p>
      ${buttons(path, transaction)}
    </div>
    ${state === 'open' && qrCode(transaction_id)}
  </li>`
}

/** "1250000.50" → "1,250,000.50" */
const grouped = (amount: string): string => amount.replaceAll(/\B(?=(\d{3})+\.)/g, ',')

const states = {
  open: 'Open',
  confirmed: 'Confirmed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  reversed: 'Reversed',
} as const

const stateBadge = ({ state, is_locked }: KnownTransaction): Html =>
  is_locked
    ? html`<span class="badge locked">Locked after wrong codes</span>`
    : html`<span class="badge ${state}">${states[state]}</span>`

const target = ({ cash_id, channel }: KnownTransaction): Html =>
  cash_id === null
    ? html`Any agent of <bdi>${channel}</bdi>`
    : html`Only cash ID <bdi dir="ltr">${cash_id}</bdi> of <bdi>${channel}</bdi>`

/** The last change of the transaction. */
function story({ state, expires_at, closed_at, confirmed_at, confirmed_by, reversed_at }: KnownTransaction) {
  if (state === 'reversed' && reversed_at !== null) return html`Reversed ${moment(reversed_at)}`
  if (confirmed_at !== null) return html`Confirmed by <bdi dir="ltr">${confirmed_by}</bdi> ${moment(confirmed_at)}`
  if (closed_at !== null) return html`${states[state]} ${moment(closed_at)}`
  return html`Expires ${moment(expires_at)}`
}

function buttons(path: string, { transaction_id, state, is_locked }: KnownTransaction): Html | false {
  const possible: readonly (readonly [Change, string, boolean])[] = [
    ['unlock', 'Unlock', state === 'open' && is_locked],
    ['cancel', 'Cancel', state === 'open'],
    ['reverse', 'Reverse', state === 'confirmed'],
  ]
  const shown = possible.filter(([, , isPossible]) => isPossible)
  if (shown.length === 0) return false
  return html`<div class="actions">${shown.map(
    ([change, label]) => html`<form method="post" action="${path}/transactions/${transaction_id}/${change}">
      <button class="button" aria-label="${label} ${transaction_id}">${label}</button>
    </form>`,
  )}</div>`
}
