import { CopyButton } from '@cashbox/ui'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'

/** One subject of a transaction, under a heading of its own. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** An ID, to be read and to be taken elsewhere. */
export function Id({ what, text }: { what: string; text: string }) {
  const t = useTranslations()
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 font-mono text-sm break-all">{text}</code>
      <CopyButton
        className="-my-3"
        label={t('transactions.facts.copy', { what })}
        copiedLabel={t('common.copied')}
        text={text}
      />
    </span>
  )
}
