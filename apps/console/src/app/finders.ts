import { TRANSACTION_ID_ALPHABET } from '@cashbox/contract'
import {
  listAgents,
  listChannels,
  listPartners,
  type OperatorEndpoint,
  searchTransactions,
} from '@cashbox/contract/operator'
import type { SearchResult } from '../platform/recent-store.ts'
import { call } from '../platform/session/call.ts'
import { formatMoney, fullName } from '../platform/values/formats.ts'

/** Finds things for the command palette, beyond the pages. */
interface Finder {
  /** Only for operators who may make this call. */
  readonly endpoint: OperatorEndpoint
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly SearchResult[]>
}

const looksLikeId = new RegExp(`^[${TRANSACTION_ID_ALPHABET}]{10}$`)

const isNamed = (query: string, { name, code }: { name: string; code: string }) =>
  `${name} ${code}`.toLowerCase().includes(query.toLowerCase())

export const finders: readonly Finder[] = [
  {
    // By cash ID, name, e-mail address or phone number.
    endpoint: listAgents,
    find: async (search, signal) => {
      const { list } = await call(listAgents, { search, limit: '6' }, { signal })
      return list.map((agent) => ({
        href: `/agents/${agent.id}`,
        label: `${fullName(agent)} · ${agent.cash_id}`,
        hint: agent.email,
      }))
    },
  },
  {
    // By the ID that a player reads out.
    endpoint: searchTransactions,
    find: async (query, signal) => {
      const id = query.replaceAll(/[\s-]/g, '').toUpperCase()
      if (!looksLikeId.test(id)) return []
      const { list } = await call(searchTransactions, { transaction_id: id }, { signal })
      return list.map(({ transaction_id, amount, currency_code, player_id }) => ({
        href: `/transactions/${transaction_id}`,
        label: `${transaction_id} · ${formatMoney(amount)} ${currency_code}`,
        hint: player_id,
      }))
    },
  },
  {
    endpoint: listChannels,
    find: async (query, signal) =>
      (await call(listChannels, {}, { signal })).list
        .filter((channel) => isNamed(query, channel))
        .map(({ name, code, currency_code }) => ({ href: `/channels/${code}`, label: name, hint: currency_code })),
  },
  {
    endpoint: listPartners,
    find: async (query, signal) =>
      (await call(listPartners, {}, { signal })).list
        .filter((partner) => isNamed(query, partner))
        .map(({ name, code }) => ({ href: `/partners/${code}`, label: name, hint: code })),
  },
]
