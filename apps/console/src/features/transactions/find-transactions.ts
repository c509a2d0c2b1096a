import { TRANSACTION_ID_ALPHABET } from '@cashbox/contract'
import { searchTransactions } from '@cashbox/contract/operator'
import type { Finder } from '../../platform/finder.ts'
import { call } from '../../platform/session/call.ts'
import { rolesOf } from '../../platform/session/roles.ts'
import { formatMoney } from '../../platform/values/formats.ts'

const looksLikeId = new RegExp(`^[${TRANSACTION_ID_ALPHABET}]{10}$`)

/** By the ID that a player reads out. */
export const transactionFinder: Finder = {
  name: 'transactions',
  roles: rolesOf(searchTransactions),
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
}
