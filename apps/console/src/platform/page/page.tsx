import { Card } from '@cashbox/ui'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'

interface PageHeadProps {
  readonly title: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
}

interface DetailPageProps {
  readonly title: string
  readonly width?: 'narrow' | 'wide'
  readonly children: ReactNode
}

const widths = { narrow: 'max-w-2xl', wide: 'max-w-4xl' }

export function PageHead({ title, text, actions }: PageHeadProps) {
  usePageTitle(title)
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid min-w-0 gap-0.5">
        <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
        {text && <p className="max-w-prose text-ink-soft">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}

export function usePageTitle(title: string): void {
  const t = useTranslations('common')
  const full = t('page_title', { page: title })
  useEffect(() => {
    document.title = full
  }, [full])
}

/** The same content as in the drawer beside the list. */
export const DetailPage = ({ title, width = 'wide', children }: DetailPageProps) => (
  <>
    <PageHead title={title} />
    <Card className={widths[width]}>{children}</Card>
  </>
)
