import { type Html, html } from '@cashbox/contract/html'
import { attributes, field, problemOf, radio, select, toggle } from '../page/forms.ts'
import { alertBox, badge, empty, linkTo, moment, watchedLayout } from '../page/layout.ts'
import { formatAmount } from './address.ts'
import type { Behaviour } from './behaviour.ts'
import type { ChainTransaction, Transfer } from './chain-state.ts'
import type { Errors, SendForm } from './read-fields.ts'
import { BLOCKS_TO_SOLID, type TronChain } from './tron-chain.ts'

const REFRESH_S = 3

interface PageView {
  readonly base: string
  readonly path: string
  readonly usdt: string
  readonly notice: string | null
  readonly send: Html
  readonly transactions: Html
  readonly switches: Html
}

export const pageView = ({ base, path, usdt, notice, send, transactions, switches }: PageView): Html =>
  watchedLayout({
    base,
    path,
    everySeconds: REFRESH_S,
    title: 'Tron',
    links: linkTo('#switches', 'Switches'),
    body: html`<p class="hint">A simulated Tron network. The USDT contract is <bdi dir="ltr">${usdt}</bdi>. A new block is made every 3 seconds.</p>
        ${notice !== null && alertBox(notice)}
        <div class="columns">
          ${send}
          ${transactions}
          ${switches}
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

export function sendView({ path, form, errors, agents }: SendView): Html {
  const input = (name: 'amount' | 'to', label: string, more: Html) => {
    const problem = errors[name]?.join(' ')
    const typed = html`<input ${attributes(name, problem)} value="${form[name]}" autocomplete="off" ${more}>`
    return field(name, label, typed, problem)
  }
  const choices = agents.map(({ label, address }) => [address, `${label} · ${address}`] as const)
  return html`<section id="send">
    <h2>Send to an address</h2>
    <form class="box" method="post" action="${path}/send">
      <fieldset>
        <legend>Transfer</legend>
        ${radio('kind', 'usdt', 'USDT', form.kind)}
        ${radio('kind', 'fake', 'Fake token', form.kind)}
        ${radio('kind', 'failing', 'Failing', form.kind)}
        ${problemOf('token', errors['token']?.join(' '))}
      </fieldset>
      ${input('amount', 'Amount', html`inputmode="decimal" required maxlength="22"`)}
      ${field('agent', 'To an agent', select('agent', form.agent, choices))}
      ${input('to', 'Or to any address', html`dir="ltr" autocapitalize="off" spellcheck="false" maxlength="64"`)}
      <button class="main">Send</button>
    </form>
  </section>`
}

const buttons = {
  repeats: ['Repeats', 'The index lists every row twice'],
  reorders: ['Reorders', 'The index mixes the rows of a page'],
  listsFailed: ['Lists failed', 'The index lists failed transfers as if they had happened'],
  inventsRows: ['Invents', 'The index lists transfers that never happened'],
  errors200: ['Errors as 200', 'The full node answers errors with HTTP 200'],
} as const satisfies Partial<Record<keyof Behaviour, readonly [label: string, does: string]>>

export function switchesView(path: string, behaviour: Behaviour): Html {
  const { lag, gaps, missing, slow, throttle, down } = behaviour
  return html`<section id="switches">
    <h2>How TronGrid behaves</h2>
    <form class="bar" method="post" action="${path}/behaviour" aria-label="Faults of the index and the node">
      ${Object.entries(buttons).map(([name, [label, does]]) => {
        const isOn = behaviour[name as keyof typeof buttons]
        return toggle(name, isOn ? 'off' : 'on', isOn, label, does)
      })}
    </form>
    <form class="box" method="post" action="${path}/behaviour">
      ${number('lag', 'Index delay in blocks', lag)}
      ${number('gaps', 'Transactions missing from the index, in percent', gaps)}
      ${number('slow', 'Delay of every answer, in ms', slow)}
      ${number('throttle_every', 'Refuse every n-th call (1 = all, 0 = none)', throttle?.every ?? 0)}
      ${field('throttle_status', 'Refuse with', select('throttle_status', String(throttle?.status ?? 429), refusals))}
      ${field('down', 'Reachable', select('down', down ?? '', outages))}
      <button>Save</button>
    </form>
    ${missing.length > 0 && html`<p class="hint">Also missing from the index by request: ${missing.length}.</p>`}
  </section>`
}

const refusals = [
  ['429', '429'],
  ['403', '403'],
] as const

const outages = [
  ['', 'Yes'],
  ['unavailable', 'No, answers 503'],
  ['closed', 'No, closes the connection'],
] as const

const number = (name: string, label: string, value: number): Html =>
  field(
    name,
    label,
    html`<input ${attributes(name)} value="${value}" inputmode="numeric" autocomplete="off" required maxlength="6">`,
  )

const SHOWN = 30

export function transactionsView(path: string, chain: TronChain): Html {
  const newest = chain.transactions().slice(-SHOWN).toReversed()
  return html`<section class="wide" id="transactions" data-watch>
    <h2>Block ${chain.head()}, final up to ${chain.solid()}</h2>
    <form class="bar" method="post" action="${path}/mine" aria-label="Mine blocks">
      <button name="blocks" value="1">Mine 1 block</button>
      <button name="blocks" value="20">Mine 20 blocks</button>
    </form>
    ${
      newest.length === 0
        ? empty('No transactions yet', 'Send something and watch it become final.')
        : html`<ul class="rows">${newest.map((transaction) => row(path, chain, transaction))}</ul>`
    }
  </section>`
}

function row(path: string, chain: TronChain, transaction: ChainTransaction): Html {
  const { txid, block, transfers, isFailed } = transaction
  const confirmations = chain.head() - block
  return html`<li id="tx-${txid}">
    <p class="bar">${progress(confirmations)}${isFailed && badge('✕ Failed', 'bad')}</p>
    ${transfers.map(transferLine)}
    <code class="hint" dir="ltr">${txid}</code>
    <span class="hint">Block ${block}${confirmations >= 0 && html` · ${moment(Math.floor(chain.timestampMs(block) / 1000))}`}</span>
    ${
      confirmations < BLOCKS_TO_SOLID &&
      html`<form method="post" action="${path}/drop"><button name="txid" value="${txid}" aria-label="Drop ${txid}">Drop</button></form>`
    }
  </li>`
}

function progress(confirmations: number): Html {
  if (confirmations < 0) return badge('Waiting for the next block', 'waiting')
  if (confirmations >= BLOCKS_TO_SOLID) return badge('✓ Solid', 'good')
  return badge(`${confirmations} of ${BLOCKS_TO_SOLID} confirmations`, 'waiting')
}

const transferLine = ({ to, units, token }: Transfer): Html =>
  html`<bdi dir="ltr"><strong>${formatAmount(units)}</strong> ${token === 'usdt' ? 'USDT' : 'of the fake token'}</bdi>
    <span>to <bdi dir="ltr">${to}</bdi></span>`
