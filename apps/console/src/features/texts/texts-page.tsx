import { type Language, languages } from '@cashbox/contract'
import { SelectFilter, TextFilter } from '@cashbox/ui/dense/filter-bar'
import { useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { DetailDrawer } from '../../platform/detail-drawer.tsx'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { formatWhole } from '../../platform/formats.ts'
import { ListFilters } from '../../platform/list-filters.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/url-filters.ts'
import { TextDetail } from './text-detail.tsx'
import { TextTable } from './text-table.tsx'
import { findTexts, languageName, readLanguage, textStates, useTexts } from './texts.ts'

type FilterName = 'search' | 'state'

export function TextsPage() {
  const t = useTranslations()
  const query = useTexts()
  const filters = useFilters<FilterName>(['search', 'state'])
  const { values, change } = useFilters(['language'])
  const { opened, open, close } = useOpened()
  const language = readLanguage(values.language)
  const search = useDeferredValue(filters.values.search ?? '')
  const state = filters.values.state ?? ''
  const { data } = query
  const found = useMemo(() => data && findTexts(data, { language, search, state }), [data, language, search, state])
  const shown = data?.find(({ key }) => key === opened)
  return (
    <>
      <PageHead
        title={t('pages.texts')}
        text={t('app_texts.text')}
        actions={<ExportMenu table="texts" filters={{}} />}
      />
      <TextFilters filters={filters} language={language} onLanguage={(chosen) => change({ language: chosen })} />
      {data && found && (
        <p role="status" className="-my-2 text-sm text-ink-soft">
          {t('app_texts.count', { found: found.length, all: formatWhole(data.length) })}
        </p>
      )}
      <TextTable query={query} found={found ?? null} language={language} opened={opened} onOpen={open} />
      {shown && (
        <DetailDrawer title={<span className="font-mono text-base">{shown.key}</span>} onClose={close}>
          <TextDetail key={`${shown.key} ${language}`} known={shown} language={language} onDone={close} />
        </DetailDrawer>
      )}
    </>
  )
}

interface TextFiltersProps {
  readonly filters: Filters<FilterName>
  readonly language: Language
  readonly onLanguage: (language: string) => void
}

function TextFilters({ filters: { values, isAny, change, clear }, language, onLanguage }: TextFiltersProps) {
  const t = useTranslations()
  return (
    <ListFilters isAny={isAny} onClear={clear}>
      <SelectFilter
        label={t('app_texts.language')}
        value={language}
        options={languages.map((value) => ({ value, label: languageName(value) }))}
        onValueChange={onLanguage}
      />
      <TextFilter
        label={t('common.search')}
        type="search"
        placeholder={t('app_texts.search')}
        value={values.search ?? ''}
        onValueChange={(search) => change({ search })}
      />
      <SelectFilter
        label={t('app_texts.state')}
        value={values.state ?? ''}
        options={[
          { value: '', label: t('common.all') },
          ...textStates.map((value) => ({ value, label: t(`app_texts.states.${value}`) })),
        ]}
        onValueChange={(state) => change({ state })}
      />
    </ListFilters>
  )
}
