import { type Html, html } from '@cashbox/contract/html'
import { radioField, selectField, textField, toggle } from '../page/forms.ts'
import { badge, moment, rows } from '../page/layout.ts'
import { formatAmount } from './address.ts'
import type { Behaviour } from './behaviour.ts'
import type { ChainTransaction, Transfer } from './chain-state.ts'
import type { Errors, SendForm } from './read-fields.ts'
import { BLOCKS_TO_SOLID, type TronChain } from './tron-chain.ts'

export interface AddressedAgent {
  readonly label: string
  readonly address: string
}

const kinds = [
  ['usdt', 'USDT'],
  ['fake', 'Fake token'],
  ['failing', 'Failing'],
] as const

export function sendView(path: string, form: SendForm, errors: Errors, agents: readonly AddressedAgent[]): Html {
  const problem = (name: string) => errors[name]?.join(' ')
  const choices = agents.map(({ label, address }) => [address, `${label} · ${address}`] as const)
  return html`<section id="send">
    <h2>Send to an address</h2>
    <form class="box" method="post" action="${path}/send">
      ${radioField('kind', 'Transfer', form.kind, kinds, problem('token'))}
      ${textField('amount', 'Amount', form.amount, html`inputmode="decimal" required maxlength="22"`, problem('amount'))}
      ${selectField('agent', 'To an agent', form.agent, choices)}
      ${textField('to', 'Or to any address', form.to, html`dir="ltr" autocapitalize="off" spellcheck="false" maxlength="64"`, problem('to'))}
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
      ${selectField('throttle_status', 'Refuse with', String(throttle?.status ?? 429), refusals)}
      ${selectField('down', 'Reachable', down ?? '', outages)}
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
  textField(name, label, value, html`inputmode="numeric" required maxlength="6"`)

const SHOWN = 30

export function transactionsView(path: string, chain: TronChain): Html {
  const newest = chain.transactions().slice(-SHOWN).toReversed()
  return html`<section class="wide" id="transactions" data-watch>
    <h2>Block ${chain.head()}, final up to ${chain.solid()}</h2>
    <form class="bar" method="post" action="${path}/mine" aria-label="Mine blocks">
      <button name="blocks" value="1">Mine 1 block</button>
      <button name="blocks" value="20">Mine 20 blocks</button>
    </form>
    ${rows(newest, (transaction) => row(path, chain, transaction), [
      'No transactions yet',
      'Send something and watch it become final.',
    ])}
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
