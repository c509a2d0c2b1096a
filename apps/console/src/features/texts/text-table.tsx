import type { Language } from '@cashbox/contract'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useDrawnRows } from '../../platform/drawn-rows.ts'
import { ListTable } from '../../platform/list-table.tsx'
import { TextBadges } from './text-badges.tsx'
import { type KnownText, languageName, statesOf, type useTexts, writingOf } from './texts.ts'

interface TextTableProps {
  readonly query: ReturnType<typeof useTexts>
  readonly found: readonly KnownText[] | null
  readonly language: Language
  readonly opened: string | null
  readonly onOpen: (key: string) => void
}

/** The texts that were found, a piece at a time. */
export function TextTable({ query, found, language, opened, onOpen }: TextTableProps) {
  const t = useTranslations()
  const { rows, more } = useDrawnRows(found)
  return (
    <ListTable
      label={t('pages.texts')}
      columns={useColumns(language)}
      query={{ ...query, ...more }}
      rows={rows}
      keyOf={({ key }) => key}
      hrefOf={({ key }) => `/texts?${new URLSearchParams({ language, open: key }).toString()}`}
      onOpen={({ key }) => onOpen(key)}
      openKey={opened}
      emptyTitle={t('app_texts.none')}
      emptyText={t('common.no_match_text')}
    />
  )
}

function useColumns(language: Language): readonly TableColumn<KnownText>[] {
  const t = useTranslations('app_texts')
  const english: TableColumn<KnownText> = {
    id: 'english',
    header: t('english'),
    cell: ({ texts }) => texts.en.text,
    isWide: true,
  }
  return [
    { id: 'key', header: t('key'), cell: ({ key }) => <code className="font-mono text-sm">{key}</code> },
    ...(language === 'en' ? [] : [english]),
    {
      id: 'text',
      header: languageName(language),
      cell: ({ texts }) => <Said text={texts[language].text} language={language} />,
      isWide: true,
    },
    {
      id: 'state',
      header: t('standing'),
      cell: ({ texts }) => <TextBadges states={statesOf(texts[language])} />,
    },
  ]
}

function Said({ text, language }: { text: string | null; language: Language }) {
  const t = useTranslations('app_texts')
  if (text === null) return <span className="text-ink-soft">{t('missing_text')}</span>
  return (
    <span {...writingOf(language)} className="block">
      {text}
    </span>
  )
}
