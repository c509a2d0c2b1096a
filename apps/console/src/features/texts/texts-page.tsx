import { type Language, languages } from '@cashbox/contract'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { SelectFilter as SelectControl } from '@cashbox/ui/dense/filter-bar'
import { CircleAlert, CircleDashed, PenLine } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ListFilters, SearchFilter, SelectFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useDrawnRows } from '../../platform/list/list-table.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/list/url-filters.ts'
import { type BadgeStyle, IconBadge } from '../../platform/values/badges.tsx'
import { formatWhole } from '../../platform/values/formats.ts'
import { Code } from '../../platform/values/values.tsx'
import { TextDetail } from './text-detail.tsx'
import {
  findTexts,
  type KnownText,
  languageTitle,
  readLanguage,
  statesOf,
  type TextState,
  textStates,
  useTexts,
  writingOf,
} from './texts.ts'

const filterNames = ['search', 'state'] as const
const paramNames = [...filterNames, 'language']

type FilterName = (typeof filterNames)[number]

interface TextFiltersProps {
  readonly filters: Filters<FilterName>
  readonly language: Language
  readonly onChange: (change: { readonly language: string }) => void
}

const badgeStyles: Record<TextState, BadgeStyle> = {
  missing: ['pending', CircleDashed],
  wrong: ['rejected', CircleAlert],
  changed: ['demo', PenLine],
}

export function TextsPage() {
  const t = useTranslations()
  const { values, change } = useFilters(['language'])
  const query = useTexts()
  const filters = useFilters<FilterName>(filterNames)
  const language = readLanguage(values.language)
  const search = useDeferredValue(filters.values.search ?? '')
  const state = filters.values.state ?? ''
  const { data } = query
  const found = useMemo(() => data && findTexts(data, { language, search, state }), [data, language, search, state])
  const { rows, more } = useDrawnRows(found ?? null)
  const { opened, close } = useOpened()
  const text = data?.find(({ key }) => key === opened)
  return (
    <ListPage
      list="texts"
      paramNames={paramNames}
      title={t('pages.texts')}
      text={t('app_texts.about')}
      exported={{ table: 'texts', filters: {} }}
      columns={useTextColumns(language)}
      query={{ ...query, ...more }}
      rows={rows}
      keyOf={({ key }) => key}
      emptyTitle={t('app_texts.none')}
      emptyText={t('common.no_match_text')}
      drawer={
        text && {
          title: <span className="font-mono text-base">{text.key}</span>,
          content: <TextDetail key={language} known={text} language={language} onDone={close} />,
        }
      }
    >
      <TextFilters filters={filters} language={language} onChange={change} />
      {data && found && (
        <p role="status" className="-my-2 text-sm text-ink-soft">
          {t('app_texts.count', { found: found.length, all: formatWhole(data.length) })}
        </p>
      )}
    </ListPage>
  )
}

function TextFilters({ filters, language, onChange }: TextFiltersProps) {
  const t = useTranslations('app_texts')
  return (
    <ListFilters filters={filters}>
      <SelectControl
        label={t('language')}
        value={language}
        options={languages.map((value) => ({ value, label: languageTitle(value) }))}
        onValueChange={(chosen) => onChange({ language: chosen })}
      />
      <SearchFilter filters={filters} placeholder={t('search')} />
      <SelectFilter
        filters={filters}
        name="state"
        label={t('state')}
        options={textStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
    </ListFilters>
  )
}

function useTextColumns(language: Language): readonly TableColumn<KnownText>[] {
  const t = useTranslations('app_texts')
  const english: TableColumn<KnownText> = {
    id: 'english',
    header: t('english'),
    cell: ({ texts }) => texts.en.text,
    isWide: true,
  }
  return [
    { id: 'key', header: t('key'), cell: ({ key }) => <Code text={key} /> },
    ...(language === 'en' ? [] : [english]),
    {
      id: 'text',
      header: languageTitle(language),
      cell: ({ texts }) => <TextCell text={texts[language].text} language={language} />,
      isWide: true,
    },
    {
      id: 'state',
      header: t('standing'),
      cell: ({ texts }) => <TextBadges states={statesOf(texts[language])} />,
    },
  ]
}

function TextCell({ text, language }: { text: string | null; language: Language }) {
  const t = useTranslations('app_texts')
  if (text === null) return <span className="text-ink-soft">{t('missing_text')}</span>
  return (
    <span {...writingOf(language)} className="block">
      {text}
    </span>
  )
}

function TextBadges({ states }: { states: readonly TextState[] }) {
  const t = useTranslations('app_texts.states')
  if (states.length === 0) return null
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {states.map((state) => (
        <IconBadge key={state} style={badgeStyles[state]}>
          {t(state)}
        </IconBadge>
      ))}
    </span>
  )
}
