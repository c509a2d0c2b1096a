import { type Language, languages } from '@cashbox/contract'
import { SelectFilter as SelectControl } from '@cashbox/ui/dense/filter-bar'
import { useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useDrawnRows } from '../../platform/drawn-rows.ts'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { formatWhole } from '../../platform/formats.ts'
import { ListFilters, SearchFilter, SelectFilter } from '../../platform/list-filters.tsx'
import { ListPage } from '../../platform/list-page.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/url-filters.ts'
import { useTextColumns } from './text-columns.tsx'
import { TextDetail } from './text-detail.tsx'
import { findTexts, languageName, readLanguage, textStates, useTexts } from './texts.ts'

type FilterName = 'search' | 'state'

export function TextsPage() {
  const t = useTranslations()
  const query = useTexts()
  const filters = useFilters<FilterName>(['search', 'state'])
  const { values, change } = useFilters(['language'])
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
      title={t('pages.texts')}
      text={t('app_texts.text')}
      actions={<ExportMenu table="texts" filters={{}} />}
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
      <TextFilters filters={filters} language={language} onLanguage={(chosen) => change({ language: chosen })} />
      {data && found && (
        <p role="status" className="-my-2 text-sm text-ink-soft">
          {t('app_texts.count', { found: found.length, all: formatWhole(data.length) })}
        </p>
      )}
    </ListPage>
  )
}

interface TextFiltersProps {
  readonly filters: Filters<FilterName>
  readonly language: Language
  readonly onLanguage: (language: string) => void
}

function TextFilters({ filters, language, onLanguage }: TextFiltersProps) {
  const t = useTranslations('app_texts')
  return (
    <ListFilters filters={filters}>
      <SelectControl
        label={t('language')}
        value={language}
        options={languages.map((value) => ({ value, label: languageName(value) }))}
        onValueChange={onLanguage}
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
