import {
  type getWallets,
  type Language,
  type OutputOf,
  orderPerfectMoney,
  type TransactionType,
} from '@cashbox/contract'
import { translations } from '@cashbox/contract/translations'
import { agree } from '@cashbox/testing/agree'
import { operatorOf } from '@cashbox/testing/operator-client'
import { makePartnerKey } from '@cashbox/testing/partner-key'
import type { Props } from './screens.ts'

interface Server {
  readonly address: string
  readonly signIn: (name: string) => Promise<string>
}

/** What screens may need, by way of the sandbox's pages and the operators' calls. */
export const propsOf = (server: Server, language: Language): Props => ({
  translate: (key) => translateTo(language, key),
  openTransaction: (type, amount) => openTransaction(server, type, amount),
  confirmDeposit: async (amount) => {
    const { transaction_id } = await openTransaction(server, 'deposit', amount)
    await confirm(server, { type: 'deposit', transaction_id, amount })
  },
  lockWithdrawal: async (amount) => {
    const { transaction_id } = await openTransaction(server, 'withdraw', amount)
    const wrong = { type: 'withdraw', transaction_id, amount, security_code: '0' }
    for (let tries = 0; tries < WRONG_CODES; tries += 1) await confirm(server, wrong).catch(() => {})
  },
  holdPayment: (amount) => payOtherThanOrdered(server, amount),
  sendUsdt: async (amount, blocks) => {
    await post(`${server.address}/sandbox/tron/send`, { to: await walletOf(server, 'approved'), amount, token: 'usdt' })
    await post(`${server.address}/sandbox/tron/mine`, { blocks })
  },
  asOperator: (role) => operatorOf(server.address, role),
  agree: (asked) => agree(server.address, asked),
  makePartnerKey: (admin, input) => makePartnerKey(server.address, admin, input),
  changeSettings: (changes) => post(`${server.address}/sandbox/settings`, changes),
})

const WRONG_CODES = 5

const openTransaction = (server: Server, type: TransactionType, amount: string) =>
  post<{ transaction_id: string; security_code: string | null }>(
    `${server.address}/sandbox/player-service/transactions`,
    { type, amount, player_id: '48210007' },
  )

const confirm = async ({ address, signIn }: Server, payment: object) =>
  post(
    `${address}/api/payments/confirm`,
    { ...payment, geo_lat: '41.2995', geo_lon: '69.2401' },
    { authorization: `Bearer ${await signIn('fenced')}` },
  )

/** A payment that is not the sum that was ordered. */
async function payOtherThanOrdered({ address, signIn }: Server, amount: string) {
  const { payload } = await post<{ payload: OutputOf<typeof orderPerfectMoney> }>(
    `${address}/api${orderPerfectMoney.path}`,
    { amount: '50' },
    { authorization: `Bearer ${await signIn('approved')}` },
  )
  await post(`${address}/sandbox/perfect-money/pay`, {
    PAYMENT_ID: payload[0]?.payment_id ?? '',
    PAYEE_ACCOUNT: payload[0]?.account ?? '',
    PAYMENT_AMOUNT: amount,
    STATUS_URL: `${address}/callbacks/perfect-money`,
  })
}

function translateTo(language: Language, key: string): string {
  let found: unknown = translations[language]
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
  if (typeof found !== 'string') throw new Error(`there is no text ${key} in ${language}`)
  return found
}

export async function post<Answer>(url: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

async function walletOf({ address, signIn }: Server, name: string): Promise<string> {
  const response = await fetch(`${address}/api/user/wallet`, {
    headers: { authorization: `Bearer ${await signIn(name)}` },
  })
  const { payload } = (await response.json()) as { payload: OutputOf<typeof getWallets> }
  return payload.wallets.find(({ type }) => type === 'tron')?.wallet ?? ''
}
