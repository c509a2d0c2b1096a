import { type Html, html } from '@cashbox/contract/html'
import { attributes, field, problemOf, radio, select } from '../page/forms.ts'
import { alertBox, badge, empty, linkTo, moment } from '../page/layout.ts'
import { type FormErrors, type NewTransactionForm, valueOf } from './new-transaction.ts'
import { qrCode } from './page-view.ts'
import type { Answer, NamedTarget } from './partner-account.ts'
import type { Change, KnownTransaction, TransactionPage } from './player-service.ts'

interface OpenView {
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
  const input = (name: keyof NewTransactionForm, label: string, more: Html) =>
    field(
      name,
      label,
      html`<input ${attributes(name, errors[name])} value="${form[name]}" autocomplete="off" required ${more}>`,
      errors[name],
    )
  const choice = (name: keyof NewTransactionForm, label: string, choices: typeof expiries) =>
    field(name, label, select(name, form[name], choices, errors[name]), errors[name])
  return html`<section>
    <h2>Open a transaction</h2>
    <form class="box" method="post" action="${path}/transactions">
      <fieldset>
        <legend>Type</legend>
        ${radio('type', 'deposit', '↓ Deposit', form.type)}
        ${radio('type', 'withdraw', '↑ Withdrawal', form.type)}
        ${problemOf('type', errors.type)}
      </fieldset>
      ${input('amount', 'Amount', html`inputmode="decimal" maxlength="20"`)}
      ${input('player_id', 'Player ID', html`autocapitalize="off" spellcheck="false" maxlength="64"`)}
      ${choice('target', 'Can be confirmed by', options)}
      ${choice('expiry', 'Expires after', expiries)}
      <button class="main">Open transaction</button>
    </form>
  </section>`
}

interface TransactionsView {
  readonly path: string
  readonly answer: Answer<TransactionPage>
  readonly isFirstPage: boolean
}

export function transactionsView({ path, answer, isFirstPage }: TransactionsView): Html {
  const next = answer.ok ? answer.payload.next_cursor : null
  return html`<section class="wide" id="transactions" data-watch>
    <h2>Transactions</h2>
    ${answer.ok ? list(path, answer.payload) : alertBox(`Could not load transactions: ${answer.refusal.message}`)}
    <p class="bar">
      ${!isFirstPage && linkTo(`${path}#transactions`, 'Newest')}
      ${next !== null && linkTo(`${path}?cursor=${encodeURIComponent(next)}#transactions`, 'Older')}
    </p>
  </section>`
}

const list = (path: string, { list }: TransactionPage): Html =>
  list.length === 0
    ? empty('No transactions yet', 'Open one and give its ID to an agent.')
    : html`<ul class="rows">${list.map((transaction) => row(path, transaction))}</ul>`

function row(path: string, transaction: KnownTransaction): Html {
  const { transaction_id, type, amount, currency_code, security_code, state } = transaction
  return html`<li id="tx-${transaction_id}">
    <p class="bar">
      ${type === 'deposit' ? badge('↓ Deposit') : badge('↑ Withdrawal')}
      ${transaction.is_locked ? badge('Locked after wrong codes', 'bad') : badge(states[state], tones[state])}
    </p>
    <big><code dir="ltr">${transaction_id}</code></big>
    <bdi dir="ltr"><strong>${grouped(amount)}</strong> ${currency_code}</bdi>
    ${security_code !== null && html`<p>Security code <strong><bdi dir="ltr">${security_code}</bdi></strong></p>`}
    <span class="hint">${target(transaction)} · player <bdi dir="ltr">${transaction.player_id}</bdi></span>
    <span class="hint">${story(transaction)}</span>
    ${buttons(path, transaction)}
    ${state === 'open' && qrCode(transaction_id)}
  </li>`
}

const grouped = (amount: string): string => amount.replaceAll(/\B(?=(\d{3})+\.)/g, ',')

const states = {
  open: 'Open',
  confirmed: 'Confirmed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  reversed: 'Reversed',
} as const

const tones = { open: 'waiting', confirmed: 'good', expired: '', cancelled: '', reversed: 'bad' } as const

const target = ({ cash_id, channel }: KnownTransaction): Html =>
  cash_id === null
    ? html`Any agent of <bdi>${channel}</bdi>`
    : html`Only cash ID <bdi dir="ltr">${cash_id}</bdi> of <bdi>${channel}</bdi>`

function story({ state, expires_at, closed_at, confirmed_at, confirmed_by, reversed_at }: KnownTransaction) {
  if (state === 'reversed' && reversed_at !== null) return html`Reversed ${moment(reversed_at)}`
  if (confirmed_at !== null) return html`Confirmed by <bdi dir="ltr">${confirmed_by}</bdi> ${moment(confirmed_at)}`
  if (closed_at !== null) return html`${states[state]} ${moment(closed_at)}`
  return html`Expires ${moment(expires_at)}`
}

function buttons(path: string, { transaction_id, state, is_locked }: KnownTransaction): Html | false {
  const possible: readonly (readonly [Change, string, boolean])[] = [
    ['confirm', 'Confirm as the agent', state === 'open' && !is_locked],
    ['unlock', 'Unlock', state === 'open' && is_locked],
    ['cancel', 'Cancel', state === 'open'],
    ['reverse', 'Reverse', state === 'confirmed'],
  ]
  const shown = possible.filter(([, , isPossible]) => isPossible)
  if (shown.length === 0) return false
  return html`<div class="bar">${shown.map(
    ([change, label]) => html`<form method="post" action="${path}/transactions/${transaction_id}/${change}">
      <button aria-label="${label} ${transaction_id}">${label}</button>
    </form>`,
  )}</div>`
}
