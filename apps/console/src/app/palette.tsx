import { TRANSACTION_ID_ALPHABET } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { useDebounced } from '@cashbox/ui'
import { CommandPalette } from '@cashbox/ui/dense/command-palette'
import { useQueries } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { textAt } from '../platform/language/language.ts'
import { readRecent, type SearchResult } from '../platform/recent-store.ts'
import { call, useOperator } from '../platform/session/session.ts'
import { formatMoney, fullName } from '../platform/values/formats.ts'
import { consolePages, keysOf } from './pages.ts'
import type { useTypedAhead } from './use-shortcuts.ts'

const PAUSE_MS = 200

const MIN_QUERY_LENGTH = 2

export function Palette({ typed, onClose }: { typed: ReturnType<typeof useTypedAhead>; onClose: () => void }) {
  const [, navigate] = useLocation()
  const { query, isSubmitted, setQuery, submit } = typed
  const pages = usePages(query)
  const { found, isSearching } = useFound(query.trim())
  const items = [...useRecent(query), ...pages, ...found]
  const choose = (href: string) => {
    onClose()
    navigate(href)
  }
  const first = isSubmitted ? items[0]?.id : undefined
  const chooseFirst = useEffectEvent(choose)
  useEffect(() => {
    if (first !== undefined) chooseFirst(first)
  }, [first])
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      title={textAt('palette.title')}
      placeholder={textAt('palette.placeholder')}
      noMatchText={textAt('palette.no_match')}
      query={query}
      onQueryChange={setQuery}
      items={items}
      isSearching={isSearching}
      onChoose={choose}
      onEnter={submit}
    />
  )
}

function useRecent(query: string) {
  const { id } = useOperator()
  const needle = query.trim().toLowerCase()
  return readRecent(id)
    .filter(({ label }) => needle === '' || label.toLowerCase().includes(needle))
    .map(({ href, label }) => ({ id: href, label, hint: textAt('palette.recent'), icon: <History aria-hidden /> }))
}

function usePages(query: string) {
  const { role } = useOperator()
  const needle = query.trim().toLowerCase()
  return consolePages
    .filter(({ path, roles }) => !path.includes(':') && roles.includes(role))
    .map((page) => ({
      id: page.path,
      label: textAt(`pages.${page.label}`),
      hint: [textAt('palette.page'), keysOf(page)].filter(Boolean).join(' · '),
      icon: page.icon && <page.icon aria-hidden />,
    }))
    .filter(({ label }) => label.toLowerCase().includes(needle))
}

function useFound(query: string) {
  const { role } = useOperator()
  const settled = useDebounced(query, PAUSE_MS)
  const isWanted = query.length >= MIN_QUERY_LENGTH
  const answers = useQueries({
    queries: finders
      .filter(({ endpoint }) => api.rolesOf(endpoint).includes(role))
      .map(({ endpoint, find }) => ({
        queryKey: ['palette', endpoint.path, settled],
        queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
        enabled: isWanted && settled === query,
      })),
  })
  const recent = new Set(readRecent(useOperator().id).map(({ href }) => href))
  const found = answers.flatMap(({ data = [] }) => data).filter(({ href }) => !recent.has(href))
  return {
    found: isWanted ? found.map(({ href, label, hint }) => ({ id: href, label, hint })) : [],
    isSearching: isWanted && answers.some(({ isFetching }) => isFetching),
  }
}

interface Finder {
  /** Only for operators who may make this call. */
  readonly endpoint: api.OperatorEndpoint
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly SearchResult[]>
}

const looksLikeId = new RegExp(`^[${TRANSACTION_ID_ALPHABET}]{10}$`)

const isNamed = (query: string, { name, code }: { name: string; code: string }) =>
  `${name} ${code}`.toLowerCase().includes(query.toLowerCase())

export const finders: readonly Finder[] = [
  {
    // By cash ID, name, e-mail address or phone number.
    endpoint: api.listAgents,
    find: async (search, signal) => {
      const { list } = await call(api.listAgents, { search, limit: '6' }, { signal })
      return list.map((agent) => ({
        href: `/agents/${agent.id}`,
        label: `${fullName(agent)} · ${agent.cash_id}`,
        hint: agent.email,
      }))
    },
  },
  {
    // By the ID that a player reads out.
    endpoint: api.searchTransactions,
    find: async (query, signal) => {
      const id = query.replaceAll(/[\s-]/g, '').toUpperCase()
      if (!looksLikeId.test(id)) return []
      const { list } = await call(api.searchTransactions, { transaction_id: id }, { signal })
      return list.map(({ transaction_id, amount, currency_code, player_id }) => ({
        href: `/transactions/${transaction_id}`,
        label: `${transaction_id} · ${formatMoney(amount)} ${currency_code}`,
        hint: player_id,
      }))
    },
  },
  {
    endpoint: api.listChannels,
    find: async (query, signal) =>
      (await call(api.listChannels, {}, { signal })).list
        .filter((channel) => isNamed(query, channel))
        .map(({ name, code, currency_code }) => ({ href: `/channels/${code}`, label: name, hint: currency_code })),
  },
  {
    endpoint: api.listPartners,
    find: async (query, signal) =>
      (await call(api.listPartners, {}, { signal })).list
        .filter((partner) => isNamed(query, partner))
        .map(({ name, code }) => ({ href: `/partners/${code}`, label: name, hint: code })),
  },
]
