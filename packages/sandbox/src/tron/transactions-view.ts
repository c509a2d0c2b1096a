import { type Html, html } from '../page/html.ts'
import { moment } from '../page/time.ts'
import { formatAmount } from './amount.ts'
import type { ChainTransaction, Transfer } from './chain-state.ts'
import { BLOCKS_TO_SOLID, type TronChain } from './tron-chain.ts'

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
