import { iconButtonClass } from '@cashbox/ui'
import { Drawer } from '@cashbox/ui/dense/drawer'
import { Maximize2 } from 'lucide-react'
import { type ReactNode } from 'react'
import { Link } from 'wouter'
import { textsOf } from '../language/language.ts'

const t = textsOf('common')

interface DetailDrawerProps {
  readonly title: ReactNode
  readonly href?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export const DetailDrawer = ({ title, href, onClose, children }: DetailDrawerProps) => (
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
