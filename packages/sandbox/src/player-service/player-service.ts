import {
  cancelTransaction,
  createTransaction,
  listTransactions,
  type PartnerTransaction,
  reverseTransaction,
  unlockTransaction,
} from '@cashbox/contract/partner'
import { type Behaviour, behaviourOf, type Mode } from './behaviour.ts'
import { completed } from './new-transaction.ts'
import type { PartnerAccount } from './partner-account.ts'
import { type Answer, partnerClient } from './partner-client.ts'
import { createWebhookLog, type WebhookHeaders } from './webhook-log.ts'

const CODES_KEPT = 500

/** A transaction, with its security code if this process received it. */
export interface KnownTransaction extends PartnerTransaction {
  readonly security_code: string | null
}

export interface TransactionPage {
  readonly list: readonly KnownTransaction[]
  readonly next_cursor: string | null
}

const changes = { cancel: cancelTransaction, unlock: unlockTransaction, reverse: reverseTransaction }
export type Change = keyof typeof changes

export const isChange = (text: string): text is Change => Object.hasOwn(changes, text)

export type PlayerService = ReturnType<typeof createPlayerService>

/** A partner who lives on this machine and deals with Cashbox as any other does. */
export function createPlayerService(account: PartnerAccount, now: () => Date) {
  const callCashbox = partnerClient(account, now)
  const webhooks = createWebhookLog()
  const codes = new Map<string, string>()
  let mode: Mode = 'working'

  async function open(asked: unknown) {
    const answer = await callCashbox(createTransaction, await completed(asked, account))
    if (answer.ok && answer.payload.security_code !== null) {
      codes.set(answer.payload.transaction.transaction_id, answer.payload.security_code)
      const [oldest] = codes.keys()
      if (codes.size > CODES_KEPT && oldest !== undefined) codes.delete(oldest)
    }
    return answer
  }

  async function list(query: { readonly limit: number; readonly cursor?: string }): Promise<Answer<TransactionPage>> {
    const answer = await callCashbox(listTransactions, query)
    if (!answer.ok) return answer
    const known = answer.payload.list.map((transaction) => ({
      ...transaction,
      security_code: codes.get(transaction.transaction_id) ?? null,
    }))
    return { ok: true, payload: { ...answer.payload, list: known } }
  }

  const change = (what: Change, transactionId: string) =>
    callCashbox(changes[what], {
      transaction_id: transactionId,
      ...(what === 'reverse' ? { reason: 'asked for in the sandbox' } : {}),
    })

  /** Notes a webhook, and says how to answer it. */
  async function receive(headers: WebhookHeaders, body: string): Promise<Behaviour> {
    const behaviour = behaviourOf(mode)
    const { secret } = await account.webhook()
    const { answered } = webhooks.take({
      headers,
      body,
      secret,
      at: now(),
      answer: (isVerified) => (behaviour.status === 200 && !isVerified ? 401 : behaviour.status),
    })
    return { ...behaviour, status: answered }
  }

  return {
    account,
    now,
    open,
    list,
    change,
    receive,
    webhooks: webhooks.list,
    mode: () => mode,
    behave: (next: Mode) => {
      mode = next
    },
  }
}
