import { type Html, html } from '../page/html.ts'
import { type FormErrors, type NewTransactionForm, valueOf } from './new-transaction.ts'
import type { NamedTarget } from './partner-account.ts'

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
