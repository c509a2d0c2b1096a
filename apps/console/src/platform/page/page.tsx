import { Card, iconButtonClass } from '@cashbox/ui'
import { Drawer } from '@cashbox/ui/dense/drawer'
import { Maximize2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

interface PageHeadProps {
  readonly title: string
  readonly text?: ReactNode
  /** What can be done on the whole page, such as making a new one. */
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

/** The top of every page, and the title of the browser's tab. */
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

/** The title of the browser's tab: the page's own and the console's name. */
export function usePageTitle(title: string): void {
  const t = useTranslations('common')
  const full = t('page_title', { page: title })
  useEffect(() => {
    document.title = full
  }, [full])
}

/** One thing on a page of its own: the same that the drawer beside its list shows. */
export const DetailPage = ({ title, width = 'wide', children }: DetailPageProps) => (
  <>
    <PageHead title={title} />
    <Card className={widths[width]}>{children}</Card>
  </>
)

/** Shows one thing of a list beside it. */
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
