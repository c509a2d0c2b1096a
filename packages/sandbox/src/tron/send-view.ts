import { type Html, html } from '../page/html.ts'
import type { SendForm } from './forms.ts'
import type { Errors } from './read-fields.ts'

export interface AddressedAgent {
  readonly label: string
  readonly address: string
}

interface SendView {
  readonly path: string
  readonly form: SendForm
  readonly errors: Errors
  readonly agents: readonly AddressedAgent[]
}

const kinds: readonly (readonly [kind: string, label: string, tone: string])[] = [
  ['usdt', 'USDT', 'deposit'],
  ['fake', 'Fake token', 'withdraw'],
  ['failing', 'Failing', 'withdraw'],
]

export function sendView({ path, form, errors, agents }: SendView): Html {
  return html`<section class="opening" id="send">
    <h2>Send to an address</h2>
    <form class="sheet" method="post" action="${path}/send">
      <fieldset class="choice">
        <legend>Transfer</legend>
        ${kinds.map(([kind, label, tone]) => html`<label class="${tone}"><input type="radio" name="kind" value="${kind}"${form.kind === kind && html` checked`}><span>${label}</span></label>`)}
        ${problem('token', errors)}
      </fieldset>
      <div class="field">
        <label for="amount">Amount</label>
        <input ${attributes('amount', errors)} value="${form.amount}" inputmode="decimal" autocomplete="off" required maxlength="22">
        ${problem('amount', errors)}
      </div>
      <div class="field">
        <label for="agent">To an agent</label>
        <select id="agent" name="agent">${agents.map((agent) => option(agent, form.agent))}</select>
      </div>
      <div class="field">
        <label for="to">Or to any address</label>
        <input ${attributes('to', errors)} value="${form.to}" dir="ltr" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="64">
        ${problem('to', errors)}
      </div>
      <button class="button main">Send</button>
    </form>
  </section>`
}

const option = ({ label, address }: AddressedAgent, chosen: string): Html =>
  html`<option value="${address}"${address === chosen && html` selected`}>${label} · ${address}</option>`

const attributes = (name: string, errors: Errors): Html =>
  html`id="${name}" name="${name}"${errors[name] && html` aria-invalid="true" aria-describedby="${name}-problem" autofocus`}`

const problem = (name: string, errors: Errors): Html | undefined =>
  errors[name] && html`<p class="problem" id="${name}-problem">${errors[name]}</p>`
