import { Card, iconButtonClass } from '@cashbox/ui'
import { Drawer } from '@cashbox/ui/dense/drawer'
import { Maximize2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

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

interface DetailDrawerProps {
  readonly title: ReactNode
  /** The page that shows the same. */
  readonly href?: string
  readonly onClose: () => void
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

export function DetailDrawer({ title, href, onClose, children }: DetailDrawerProps) {
  const t = useTranslations('common')
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={t('close')}
      action={
        href && (
          <Link href={href} aria-label={t('open_page')} title={t('open_page')} className={iconButtonClass()}>
            <Maximize2 size={18} aria-hidden />
          </Link>
        )
      }
    >
      {children}
    </Drawer>
  )
}
