import { Drawer } from '@cashbox/ui/dense/drawer'
import { useTranslations } from 'use-intl'
import { Navigation } from './navigation.tsx'

export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations()
  return (
    <Drawer side="start" isOpen={isOpen} onClose={onClose} title={t('navigation.label')}>
      <Navigation />
    </Drawer>
  )
}
