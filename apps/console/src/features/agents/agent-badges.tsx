import { Badge } from '@cashbox/ui'
import { FlaskConical, MailWarning } from 'lucide-react'
import { useTranslations } from 'use-intl'

export function DemoBadge() {
  const t = useTranslations('agents')
  return (
    <Badge tone="demo" icon={<FlaskConical aria-hidden />}>
      {t('demo')}
    </Badge>
  )
}

export function UnverifiedBadge() {
  const t = useTranslations('agents')
  return (
    <Badge tone="pending" icon={<MailWarning aria-hidden />}>
      {t('email_unverified')}
    </Badge>
  )
}
