import { Notice } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TextProps } from './texts.ts'

/** Why agents read something else than one would think. */
export function TextProblem({ known: { texts }, language }: Pick<TextProps, 'known' | 'language'>) {
  const t = useTranslations('app_texts')
  const { text, problem } = texts[language]
  if (problem === null) return null
  if (texts.en.default_text === null) {
    return (
      <Notice tone="warning" icon={<CircleAlert aria-hidden />} title={t('gone_title')}>
        {t('gone_text')}
      </Notice>
    )
  }
  return text === null ? (
    <Notice tone="warning" icon={<CircleAlert aria-hidden />} title={t('missing_title')}>
      {t('missing_help')}
    </Notice>
  ) : (
    <Notice tone="danger" icon={<CircleAlert aria-hidden />} title={t('hidden_title')}>
      {t('hidden_text', { problem })}
    </Notice>
  )
}
