import type { getWallets, Language, OutputOf } from '@cashbox/contract'
import { translations } from '@cashbox/contract/translations'
import { operatorOf } from '../apps/server/test/operator-client.ts'
import type { Props } from './screens.ts'

interface Server {
  readonly address: string
  readonly signIn: (name: string) => Promise<string>
}

/** What screens may need, by way of the sandbox's pages and the operators' calls. */
export const propsOf = (server: Server, language: Language): Props => ({
  say: (key) => sayIn(language, key),
  openTransaction: (type, amount) =>
    post(`${server.address}/sandbox/player-service/transactions`, { type, amount, player_id: '48210007' }),
  sendUsdt: async (amount, blocks) => {
    await post(`${server.address}/sandbox/tron/send`, { to: await walletOf(server, 'approved'), amount, token: 'usdt' })
    await post(`${server.address}/sandbox/tron/mine`, { blocks })
  },
  asOperator: (role) => operatorOf(server.address, role),
  changeSettings: (changes) => post(`${server.address}/sandbox/settings`, changes),
})

function sayIn(language: Language, key: string): string {
  let found: unknown = translations[language]
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
  if (typeof found !== 'string') throw new Error(`there is no text ${key} in ${language}`)
  return found
}

export async function post<Answer>(url: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
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
