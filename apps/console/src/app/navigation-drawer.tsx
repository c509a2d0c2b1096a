import { Drawer } from '@cashbox/ui/dense/drawer'
import { useTranslations } from 'use-intl'
import { Navigation } from './navigation.tsx'

interface NavigationDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function NavigationDrawer({ isOpen, onClose }: NavigationDrawerProps) {
  const t = useTranslations()
  return (
    <Drawer side="start" isOpen={isOpen} onClose={onClose} title={t('navigation.label')} closeLabel={t('common.close')}>
      <Navigation />
    </Drawer>
  )
}
