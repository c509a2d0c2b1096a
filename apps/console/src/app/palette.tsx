import { useDebounced } from '@cashbox/ui'
import { CommandPalette } from '@cashbox/ui/dense/command-palette'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { useOperator } from '../platform/session.ts'
import { finders } from './finders.ts'
import { consolePages } from './pages.ts'

const PAUSE_MS = 200
const LEAST_LETTERS = 2

/** Pages at once, and what the finders find once the typing pauses. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('palette')
  const tCommon = useTranslations('common')
  const [, navigate] = useLocation()
  const [query, setQuery] = useState('')
  const pages = usePages(query)
  const { found, isSearching } = useFound(query.trim())
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      title={t('title')}
      placeholder={t('placeholder')}
      noMatchText={t('no_match')}
      closeLabel={tCommon('close')}
      query={query}
      onQueryChange={setQuery}
      items={[...pages, ...found]}
      isSearching={isSearching}
      onChoose={(href) => {
        onClose()
        navigate(href)
      }}
    />
  )
}

function usePages(query: string) {
  const t = useTranslations()
  const { role } = useOperator()
  const wanted = query.trim().toLowerCase()
  return consolePages
    .filter(({ path, roles }) => !path.includes(':') && roles.includes(role))
    .map(({ path, label, icon: Icon }) => ({
      id: path,
      label: t(`pages.${label}`),
      hint: t('palette.page'),
      icon: Icon ? <Icon aria-hidden /> : undefined,
    }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
}

const paletteKeys = { found: (finder: string, query: string) => ['palette', finder, query] as const }

function useFound(query: string) {
  const { role } = useOperator()
  const settled = useDebounced(query, PAUSE_MS)
  const isWanted = query.length >= LEAST_LETTERS
  const answers = useQueries({
    queries: finders
      .filter(({ roles }) => roles.includes(role))
      .map(({ name, find }) => ({
        queryKey: paletteKeys.found(name, settled),
        queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
        enabled: isWanted && settled === query,
      })),
  })
  const found = answers.flatMap(({ data = [] }) => data)
  return {
    found: isWanted ? found.map(({ href, label, hint }) => ({ id: href, label, hint })) : [],
    isSearching: isWanted && answers.some(({ isFetching }) => isFetching),
  }
}

export function usePaletteKey(onPress: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onPress])
}
