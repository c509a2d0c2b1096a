import { rolesOf } from '@cashbox/contract/operator'
import { useDebounced } from '@cashbox/ui'
import { CommandPalette } from '@cashbox/ui/dense/command-palette'
import { useQueries } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { readRecent } from '../platform/recent-store.ts'
import { useOperator } from '../platform/session/session.ts'
import { finders } from './finders.ts'
import { consolePages, keysOf } from './pages.ts'
import type { useTypedAhead } from './use-typed-ahead.ts'

const PAUSE_MS = 200

const MIN_QUERY_LENGTH = 2

export function Palette({ typed, onClose }: { typed: ReturnType<typeof useTypedAhead>; onClose: () => void }) {
  const t = useTranslations('palette')
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
      title={t('title')}
      placeholder={t('placeholder')}
      noMatchText={t('no_match')}
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
  const t = useTranslations('palette')
  const { id } = useOperator()
  const needle = query.trim().toLowerCase()
  return readRecent(id)
    .filter(({ label }) => needle === '' || label.toLowerCase().includes(needle))
    .map(({ href, label }) => ({ id: href, label, hint: t('recent'), icon: <History aria-hidden /> }))
}

function usePages(query: string) {
  const t = useTranslations()
  const { role } = useOperator()
  const needle = query.trim().toLowerCase()
  return consolePages
    .filter(({ path, roles }) => !path.includes(':') && roles.includes(role))
    .map((page) => ({
      id: page.path,
      label: t(`pages.${page.label}`),
      hint: [t('palette.page'), keysOf(page)].filter(Boolean).join(' · '),
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
      .filter(({ endpoint }) => rolesOf(endpoint).includes(role))
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
