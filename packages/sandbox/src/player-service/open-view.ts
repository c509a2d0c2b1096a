import { groupDigits } from '@cashbox/contract'
import { type Html, html } from '@cashbox/contract/html'
import { radioField, selectField, textField } from '../page/forms.ts'
import { badge, linkTo, moment, rows } from '../page/layout.ts'
import { type FormErrors, type NewTransactionForm, valueOf } from './new-transaction.ts'
import { answered, qrCode } from './page-view.ts'
import type { Answer, NamedTarget } from './partner-account.ts'
import type { Change, KnownTransaction, TransactionPage } from './player-service.ts'

const expiries: readonly (readonly [string, string])[] = [
  ['60', '1 minute'],
  ['600', '10 minutes'],
  ['3600', '1 hour'],
  ['', '24 hours'],
  ['604800', '7 days'],
]

export function openView(path: string, form: NewTransactionForm, errors: FormErrors, targets: readonly NamedTarget[]) {
  const options = targets.map(({ target, label }): [string, string] => [valueOf(target), label])
  const input = (name: keyof NewTransactionForm, label: string, more: Html) =>
    textField(name, label, form[name], html`required ${more}`, errors[name])
  const types = [
    ['deposit', '↓ Deposit'],
    ['withdraw', '↑ Withdrawal'],
  ] as const
  return html`<section>
    <h2>Open a transaction</h2>
    <form class="box" method="post" action="${path}/transactions">
      ${radioField('type', 'Type', form.type, types, errors.type)}
      ${input('amount', 'Amount', html`inputmode="decimal" maxlength="20"`)}
      ${input('player_id', 'Player ID', html`autocapitalize="off" spellcheck="false" maxlength="64"`)}
      ${selectField('target', 'Can be confirmed by', form.target, options, errors.target)}
      ${selectField('expiry', 'Expires after', form.expiry, expiries, errors.expiry)}
      <button class="main">Open transaction</button>
    </form>
  </section>`
}

export function transactionsView(path: string, answer: Answer<TransactionPage>, isFirstPage: boolean): Html {
  const next = answer.ok ? answer.payload.next_cursor : null
  return html`<section class="wide" id="transactions" data-watch>
    <h2>Transactions</h2>
    ${answered(answer, 'transactions', ({ list }) =>
      rows(list, (transaction) => row(path, transaction), [
        'No transactions yet',
        'Open one and give its ID to an agent.',
      ]),
    )}
    <p class="bar">
      ${!isFirstPage && linkTo(`${path}#transactions`, 'Newest')}
      ${next !== null && linkTo(`${path}?cursor=${encodeURIComponent(next)}#transactions`, 'Older')}
    </p>
  </section>`
}

function row(path: string, transaction: KnownTransaction): Html {
  const { transaction_id, type, amount, currency_code, security_code, state } = transaction
  return html`<li id="tx-${transaction_id}">
    <p class="bar">
      ${type === 'deposit' ? badge('↓ Deposit') : badge('↑ Withdrawal')}
      ${transaction.is_locked ? badge('Locked after wrong codes', 'bad') : badge(states[state][0], states[state][1])}
    </p>
    <big><code dir="ltr">${transaction_id}</code></big>
    <bdi dir="ltr"><strong>${groupDigits(amount)}</strong> ${currency_code}</bdi>
    ${security_code !== null && html`<p>Security code <strong><bdi dir="ltr">${security_code}</bdi></strong></p>`}
    <span class="hint">${target(transaction)} · player <bdi dir="ltr">${transaction.player_id}</bdi></span>
    <span class="hint">${story(transaction)}</span>
    ${buttons(path, transaction)}
    ${state === 'open' && qrCode(transaction_id)}
  </li>`
}

const states = {
  open: ['Open', 'waiting'],
  confirmed: ['Confirmed', 'good'],
  expired: ['Expired', ''],
  cancelled: ['Cancelled', ''],
  reversed: ['Reversed', 'bad'],
} as const

const target = ({ cash_id, channel }: KnownTransaction): Html =>
  cash_id === null
    ? html`Any agent of <bdi>${channel}</bdi>`
    : html`Only cash ID <bdi dir="ltr">${cash_id}</bdi> of <bdi>${channel}</bdi>`

function story({ state, expires_at, closed_at, confirmed_at, confirmed_by, reversed_at }: KnownTransaction) {
  if (state === 'reversed' && reversed_at !== null) return html`Reversed ${moment(reversed_at)}`
  if (confirmed_at !== null) return html`Confirmed by <bdi dir="ltr">${confirmed_by}</bdi> ${moment(confirmed_at)}`
  if (closed_at !== null) return html`${states[state][0]} ${moment(closed_at)}`
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
