import { CopyButton } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { Code } from './text-link.tsx'

/** An ID, to be read and to be taken elsewhere. */
export function CopyableId({ what, text }: { what: string; text: string }) {
  const t = useTranslations()
  return (
    <span className="flex items-center gap-1">
      <Code className="min-w-0" text={text} />
      <CopyButton
        className="-my-3"
        label={t('transactions.facts.copy', { what })}
        copiedLabel={t('common.copied')}
        text={text}
      />
    </span>
  )
}
