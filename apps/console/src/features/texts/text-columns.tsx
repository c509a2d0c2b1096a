import type { Language } from '@cashbox/contract'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { Code } from '../../platform/text-link.tsx'
import { TextBadges } from './text-badges.tsx'
import { type KnownText, languageTitle, statesOf, writingOf } from './texts.ts'

export function useTextColumns(language: Language): readonly TableColumn<KnownText>[] {
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
