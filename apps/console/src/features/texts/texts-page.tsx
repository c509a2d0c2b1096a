import { type Language, languages } from '@cashbox/contract'
import { SelectFilter } from '@cashbox/ui/dense/filter-bar'
import { CircleAlert, CircleDashed, PenLine } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { bare, column, type TableColumn, wide } from '../../platform/list/columns.tsx'
import {
  ListFilterBar,
  optionsOf,
  searchSpec,
  useFilters,
  useListFilters,
  useOpened,
} from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { ROWS_AT_ONCE } from '../../platform/list/list-table.tsx'
import { formatWhole } from '../../platform/values/formats.ts'
import { Code, stateBadge } from '../../platform/values/values.tsx'
import { TextDetail } from './text-detail.tsx'
import {
  findTexts,
  type KnownText,
  languageTitle,
  readLanguage,
  statesOf,
  textStates,
  useTexts,
  writingOf,
} from './texts.ts'

const t = textsOf('app_texts')

const TextBadge = stateBadge({
  missing: ['app_texts.states.missing', 'pending', CircleDashed],
  wrong: ['app_texts.states.wrong', 'rejected', CircleAlert],
  changed: ['app_texts.states.changed', 'demo', PenLine],
})

export function TextsPage() {
  const { values, change } = useFilters(['language'])
  const query = useTexts()
  const filters = useListFilters({
    search: { ...searchSpec(), placeholder: t('search') },
    state: { label: t('state'), options: optionsOf(textStates, (state) => t(`states.${state}`)) },
  })
  const language = readLanguage(values.language)
  const search = useDeferredValue(filters.values.search ?? '')
  const state = filters.values.state ?? ''
  const { data } = query
  const found = useMemo(() => data && findTexts(data, { language, search, state }), [data, language, search, state])
  const { close } = useOpened()
  return (
    <ListPage
      list="texts"
      otherParams={['search', 'state', 'language']}
      exported={{ table: 'texts', filters: {} }}
      columns={textColumns(language)}
      query={query}
      rows={found ?? null}
      wholeBy={ROWS_AT_ONCE}
      keyOf={({ key }) => key}
      renderDrawer={(key) => {
        const text = data?.find((one) => one.key === key)
        return (
          text && {
            title: <span className="font-mono text-base">{key}</span>,
            content: <TextDetail key={language} known={text} language={language} onDone={close} />,
          }
        )
      }}
    >
      <PendingChanges kind="text" />
      <ListFilterBar
        filters={filters}
        first={
          <SelectFilter
            label={t('language')}
            value={language}
            options={optionsOf(languages, languageTitle)}
            onValueChange={(chosen) => change({ language: chosen })}
          />
        }
      />
      {data && found && (
        <p role="status" className="-my-2 text-sm text-ink-soft">
          {t('count', { found: found.length, all: formatWhole(data.length) })}
        </p>
      )}
    </ListPage>
  )
}

function textColumns(language: Language): readonly TableColumn<KnownText>[] {
  const english = wide<KnownText>('english', t('english'), ({ texts }) => texts.en.text)
  return [
    column('key', t('key'), ({ key }) => <Code text={key} />),
    ...(language === 'en' ? [] : [english]),
    bare.wide('text', languageTitle(language), ({ texts }) => (
      <TextCell text={texts[language].text} language={language} />
    )),
    column('state', t('standing'), ({ texts }) => (
      <span className="inline-flex flex-wrap gap-1.5 empty:hidden">
        {statesOf(texts[language]).map((state) => (
          <TextBadge key={state} state={state} />
        ))}
      </span>
    )),
  ]
}

function TextCell({ text, language }: { text: string | null; language: Language }) {
  if (text === null) return <span className="text-ink-soft">{t('missing_text')}</span>
  return (
    <span {...writingOf(language)} className="block">
      {text}
    </span>
  )
}
