import { iconButtonClass } from '@cashbox/ui'
import { Drawer } from '@cashbox/ui/dense/drawer'
import { Maximize2 } from 'lucide-react'
import { type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

interface DetailDrawerProps {
  readonly title: ReactNode
  readonly href?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export function DetailDrawer({ title, href, onClose, children }: DetailDrawerProps) {
  const t = useTranslations('common')
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={title}
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
