import { type Language, languages } from '@cashbox/contract'
import { textOwners } from '@cashbox/contract/operator'
import { SelectFilter as SelectControl } from '@cashbox/ui/dense/filter-bar'
import { useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useDrawnRows } from '../../platform/drawn-rows.ts'
import { formatWhole } from '../../platform/formats.ts'
import { ListFilters, SearchFilter, SelectFilter } from '../../platform/list-filters.tsx'
import { ListPage } from '../../platform/list-page.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/url-filters.ts'
import { useTextColumns } from './text-columns.tsx'
import { TextDetail } from './text-detail.tsx'
import { findTexts, languageTitle, readLanguage, readOwner, type TextOwner, textStates, useTexts } from './texts.ts'

const filterNames = ['search', 'state'] as const
const paramNames = [...filterNames, 'language', 'of']
type FilterName = (typeof filterNames)[number]

export function TextsPage() {
  const t = useTranslations()
  const { values, change } = useFilters(['language', 'of'])
  const owner = readOwner(values.of)
  const query = useTexts(owner)
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
      text={t(`app_texts.about.${owner}`)}
      exported={{ table: 'texts', filters: { of: owner } }}
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
      <TextFilters filters={filters} owner={owner} language={language} onChange={change} />
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
  readonly owner: TextOwner
  readonly language: Language
  readonly onChange: (change: { readonly language?: string; readonly of?: string }) => void
}

function TextFilters({ filters, owner, language, onChange }: TextFiltersProps) {
  const t = useTranslations('app_texts')
  return (
    <ListFilters filters={filters}>
      <SelectControl
        label={t('owner')}
        value={owner}
        options={textOwners.map((value) => ({ value, label: t(`owners.${value}`) }))}
        onValueChange={(of) => onChange({ of })}
      />
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
