import { type Html, html } from '@cashbox/contract/html'
import { layout, moment } from '../page/layout.ts'
import { formatAmount } from './address.ts'
import type { Behaviour } from './behaviour.ts'
import type { ChainTransaction, Transfer } from './chain-state.ts'
import type { Errors, SendForm } from './read-fields.ts'
import { BLOCKS_TO_SOLID, type TronChain } from './tron-chain.ts'

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

const buttons = {
  repeats: ['Repeats', 'The index lists every row twice'],
  reorders: ['Reorders', 'The index mixes the rows of a page'],
  listsFailed: ['Lists failed', 'The index lists failed transfers as if they had happened'],
  inventsRows: ['Invents', 'The index lists transfers that never happened'],
  errors200: ['Errors as 200', 'The full node answers errors with HTTP 200'],
} as const satisfies Partial<Record<keyof Behaviour, readonly [label: string, does: string]>>

/** Switches for the behaviour of the provider. */
export function switchesView(path: string, behaviour: Behaviour): Html {
  const { lag, gaps, missing, slow, throttle, down } = behaviour
  return html`<section class="webhooks" id="switches">
    <h2>How TronGrid behaves</h2>
    <form class="modes" method="post" action="${path}/behaviour" aria-label="Faults of the index and the node">
      ${Object.entries(buttons).map(([name, [label, does]]) => toggle(name, label, does, behaviour[name as keyof typeof buttons]))}
    </form>
    <form class="sheet" method="post" action="${path}/behaviour">
      ${number('lag', 'Index delay in blocks', lag)}
      ${number('gaps', 'Transactions missing from the index, in percent', gaps)}
      ${number('slow', 'Delay of every answer, in ms', slow)}
      ${number('throttle_every', 'Refuse every n-th call (1 = all, 0 = none)', throttle?.every ?? 0)}
      ${select('throttle_status', 'Refuse with', String(throttle?.status ?? 429), [
        ['429', '429'],
        ['403', '403'],
      ])}
      ${select('down', 'Reachable', down ?? '', [
        ['', 'Yes'],
        ['unavailable', 'No, answers 503'],
        ['closed', 'No, closes the connection'],
      ])}
      <button class="button">Save</button>
    </form>
    ${missing.length > 0 && html`<p class="hint">Also missing from the index by request: ${missing.length}.</p>`}
  </section>`
}

const toggle = (name: string, label: string, does: string, isOn: boolean): Html =>
  html`<button class="button" name="${name}" value="${isOn ? 'off' : 'on'}" aria-pressed="${isOn ? 'true' : 'false'}" title="${does}">${label}</button>`

const number = (name: string, label: string, value: number): Html => html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" inputmode="numeric" autocomplete="off" required maxlength="6">
  </div>`

const select = (name: string, label: string, chosen: string, options: readonly (readonly [string, string])[]): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select>
  </div>`

const SHOWN = 30

export function transactionsView(path: string, chain: TronChain): Html {
  const newest = chain.transactions().slice(-SHOWN).toReversed()
  return html`<section class="transactions" id="transactions" data-watch>
    <h2>Block ${chain.head()}, final up to ${chain.solid()}</h2>
    <form class="modes" method="post" action="${path}/mine" aria-label="Mine blocks">
      <button class="button" name="blocks" value="1">Mine 1 block</button>
      <button class="button" name="blocks" value="20">Mine 20 blocks</button>
    </form>
    ${
      newest.length === 0
        ? html`<div class="empty"><h2>No transactions yet</h2><p>Send something and watch it become final.</p></div>`
        : html`<ul class="rows">${newest.map((transaction) => row(path, chain, transaction))}</ul>`
    }
  </section>`
}

function row(path: string, chain: TronChain, transaction: ChainTransaction): Html {
  const { txid, block, transfers, isFailed } = transaction
  const confirmations = chain.head() - block
  return html`<li class="webhook" id="tx-${txid}">
    <p class="badges">${badge(confirmations)}${isFailed && html`<span class="badge forged">✕ Failed</span>`}</p>
    ${transfers.map(transferLine)}
    <p class="hint"><bdi class="id" dir="ltr">${txid}</bdi></p>
    <p class="hint">Block ${block}${confirmations >= 0 && html` · ${moment(Math.floor(chain.timestampMs(block) / 1000))}`}</p>
    ${confirmations < BLOCKS_TO_SOLID && dropButton(path, txid)}
  </li>`
}

function badge(confirmations: number): Html {
  if (confirmations < 0) return html`<span class="badge open">Waiting for the next block</span>`
  if (confirmations < BLOCKS_TO_SOLID) {
    return html`<span class="badge open">${confirmations} of ${BLOCKS_TO_SOLID} confirmations</span>`
  }
  return html`<span class="badge confirmed">✓ Solid</span>`
}

const transferLine = ({
  to,
  units,
  token,
}: Transfer): Html => html`<p class="money"><bdi dir="ltr">${formatAmount(units)} <small>${token === 'usdt' ? 'USDT' : 'of the fake token'}</small></bdi></p>
    <p>to <bdi class="id" dir="ltr">${to}</bdi></p>`

const dropButton = (path: string, txid: string): Html => html`<form class="actions" method="post" action="${path}/drop">
      <button class="button" name="txid" value="${txid}" aria-label="Drop ${txid}">Drop</button>
    </form>`
