import { type Html, html } from '@cashbox/contract/html'
import { moment } from '../page/layout.ts'
import { type FormErrors, type NewTransactionForm, valueOf } from './new-transaction.ts'
import { qrCode } from './page-view.ts'
import type { Answer, NamedTarget } from './partner-account.ts'
import type { Change, KnownTransaction, TransactionPage } from './player-service.ts'

interface OpenView {
  /** The path of the player service. */
  readonly path: string
  readonly form: NewTransactionForm
  readonly errors: FormErrors
  readonly targets: readonly NamedTarget[]
}

const expiries: readonly (readonly [string, string])[] = [
  ['60', '1 minute'],
  ['600', '10 minutes'],
  ['3600', '1 hour'],
  ['', '24 hours'],
  ['604800', '7 days'],
]

export function openView({ path, form, errors, targets }: OpenView): Html {
  const options = targets.map(({ target, label }): [string, string] => [valueOf(target), label])
  return html`<section class="opening">
    <h2>Open a transaction</h2>
    <form class="sheet" method="post" action="${path}/transactions">
      <fieldset class="choice">
        <legend>Type</legend>
        ${radio('deposit', '↓ Deposit', form)}
        ${radio('withdraw', '↑ Withdrawal', form)}
        ${problem('type', errors)}
      </fieldset>
      ${field('amount', 'Amount', errors, html`<input ${attributes('amount', errors)} value="${form.amount}" inputmode="decimal" autocomplete="off" required maxlength="20">`)}
      ${field('player_id', 'Player ID', errors, html`<input ${attributes('player_id', errors)} value="${form.player_id}" autocomplete="off" autocapitalize="off" spellcheck="false" required maxlength="64">`)}
      ${field('target', 'Can be confirmed by', errors, select('target', form.target, options, errors))}
      ${field('expiry', 'Expires after', errors, select('expiry', form.expiry, expiries, errors))}
      <button class="button main">Open transaction</button>
    </form>
  </section>`
}

type Field = keyof NewTransactionForm

const attributes = (name: Field, errors: FormErrors): Html =>
  html`id="${name}" name="${name}"${errors[name] !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem" autofocus`}`

const field = (name: Field, label: string, errors: FormErrors, input: Html): Html => html`<div class="field">
    <label for="${name}">${label}</label>
    ${input}
    ${problem(name, errors)}
  </div>`

const problem = (name: Field, errors: FormErrors): Html | false =>
  errors[name] !== undefined && html`<p class="problem" id="${name}-problem">${errors[name]}</p>`

const radio = (type: string, label: string, form: NewTransactionForm): Html =>
  html`<label class="${type}"><input type="radio" name="type" value="${type}"${form.type === type && html` checked`}><span>${label}</span></label>`

const select = (
  name: Field,
  chosen: string,
  options: readonly (readonly [string, string])[],
  errors: FormErrors,
): Html =>
  html`<select ${attributes(name, errors)}>${options.map(
    ([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  )}</select>`

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
