import type { KnownOperator } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import { Check, Lock, ShieldCheck, ShieldOff } from 'lucide-react'
import { useTranslations } from 'use-intl'

export function StandingBadge({ operator: { is_disabled } }: { operator: KnownOperator }) {
  const t = useTranslations('operators')
  return is_disabled ? (
    <Badge tone="blocked" icon={<Lock aria-hidden />}>
      {t('disabled')}
    </Badge>
  ) : (
    <Badge tone="approved" icon={<Check aria-hidden />}>
      {t('active')}
    </Badge>
  )
}

export function FactorBadge({ operator: { has_second_factor } }: { operator: KnownOperator }) {
  const t = useTranslations('operators')
  return has_second_factor ? (
    <Badge tone="approved" icon={<ShieldCheck aria-hidden />}>
      {t('factor_on')}
    </Badge>
  ) : (
    <Badge tone="pending" icon={<ShieldOff aria-hidden />}>
      {t('factor_off')}
    </Badge>
  )
}
