import { CashboxRefusal, type NewTransaction, type Partner, type Transaction } from '@cashbox/partner'
import { createMode } from '../page/forms.ts'
import { withDefaults } from './new-transaction.ts'
import { type PartnerAccount, partnerClient } from './partner-account.ts'
import { createPlayers } from './players.ts'
import { createSettlement } from './settlement.ts'
import { createWebhookLog, type WebhookBehaviour, type WebhookHeaders, webhookBehaviours } from './webhook-log.ts'

const CODES_KEPT = 500
const FILES_SHOWN = 7

/** A transaction, with its security code if this process received it. */
export interface KnownTransaction extends Transaction {
  readonly security_code: string | null
}

export interface TransactionPage {
  readonly list: readonly KnownTransaction[]
  readonly next_cursor: string | null
}

const changes = {
  cancel: ({ transactions }: Partner, id: string) => transactions.cancel(id),
  unlock: ({ transactions }: Partner, id: string) => transactions.unlock(id),
  reverse: ({ transactions }: Partner, id: string) => transactions.reverse(id, 'asked for in the sandbox'),
}
export type Change = keyof typeof changes | 'confirm'

export const isChange = (text: string): text is Change => text === 'confirm' || Object.hasOwn(changes, text)

export type PlayerService = ReturnType<typeof createPlayerService>

/** A partner who lives on this machine and deals with Cashbox as any other does. */
export function createPlayerService(account: PartnerAccount, now: () => Date) {
  const callCashbox = partnerClient(account, now)
  const webhooks = createWebhookLog()
  const codes = new Map<string, string>()
  const mode = createMode(webhookBehaviours, 'working')
  const players = createPlayers()

  async function open(input: unknown) {
    // What a script sends is left for Cashbox to judge.
    const transaction = (await withDefaults(input, account)) as NewTransaction
    const created = await callCashbox(({ transactions }) => transactions.create(transaction))
    if (created.security_code !== null) {
      codes.set(created.transaction.transaction_id, created.security_code)
      const [oldest] = codes.keys()
      if (codes.size > CODES_KEPT && oldest !== undefined) codes.delete(oldest)
    }
    return created
  }

  const settlement = createSettlement(callCashbox, account, open)

  async function list(query: { readonly limit: number; readonly cursor?: string }): Promise<TransactionPage> {
    const page = await callCashbox(({ transactions }) => transactions.list(query))
    const known = page.list.map((transaction) => ({
      ...transaction,
      security_code: codes.get(transaction.transaction_id) ?? null,
    }))
    return { ...page, list: known }
  }

  async function change(what: Change, transactionId: string): Promise<Transaction> {
    if (what !== 'confirm') return callCashbox((partner) => changes[what](partner, transactionId))
    const refused = await account.confirm(transactionId)
    if (refused) throw new CashboxRefusal(refused.status, refused.body)
    return callCashbox(({ transactions }) => transactions.read(transactionId))
  }

  /** Notes a webhook, and says how to answer it. */
  async function receive(headers: WebhookHeaders, body: string): Promise<WebhookBehaviour> {
    const behaviour = mode.current()
    const { secret } = await account.webhook()
    const webhook = webhooks.take({
      headers,
      body,
      secret,
      at: now(),
      answer: (isVerified) => (behaviour.status === 200 && !isVerified ? 401 : behaviour.status),
    })
    if (webhook.is_verified && webhook.answered === 200) await settlement.hear(webhook)
    return { ...behaviour, status: webhook.answered }
  }

  return {
    account,
    open,
    list,
    change,
    listFiles: () => callCashbox(({ files }) => files.list({ limit: FILES_SHOWN })),
    downloadFile: (day: string) => callCashbox(({ files }) => files.download(day)),
    receive,
    players,
    /** Answers player checks. */
    askPlayer: async (headers: WebhookHeaders, body: string) =>
      players.ask(headers, body, (await account.webhook()).secret, now()),
    settlement,
    webhooks: webhooks.list,
    mode,
  }
}
