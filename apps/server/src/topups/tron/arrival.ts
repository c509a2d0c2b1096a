import { OTHER_TOKEN } from '@cashbox/contract'
import type { Receipt, TokenTransfer } from '../../rails/tron/receipt.ts'
import type { Arrival } from '../topup.ts'
import { COIN, DECIMALS, type WatchServices } from './services.ts'

export interface Ours extends TokenTransfer {
  readonly agentId: string
}

export const arrivalOf = ({ tron, clock }: WatchServices, receipt: Receipt, transfer: Ours): Arrival => ({
  agentId: transfer.agentId,
  rail: 'tron',
  reference: `${tron.chain}:${receipt.txid}:${transfer.logIndex}`,
  ...(transfer.contract === tron.usdt ? { coin: COIN, decimals: DECIMALS } : { coin: OTHER_TOKEN, decimals: 0 }),
  units: transfer.units,
  sender: transfer.from,
  txid: receipt.txid,
  blockNumber: receipt.blockNumber,
  at: clock.now(),
})
