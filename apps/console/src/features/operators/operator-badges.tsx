import type { KnownOperator } from '@cashbox/contract/operator'
import { Check, Lock, Mail, ShieldCheck, ShieldOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { LookBadge } from '../../platform/look-badge.tsx'

/** Whether the operator can log in. */
export function AccessBadge({ operator: { is_disabled, has_password } }: { operator: KnownOperator }) {
  const t = useTranslations('operators')
  if (!is_disabled && !has_password) return <LookBadge look={['pending', Mail]}>{t('invited')}</LookBadge>
  return (
    <LookBadge look={is_disabled ? ['blocked', Lock] : ['approved', Check]}>
      {t(is_disabled ? 'disabled' : 'active')}
    </LookBadge>
  )
}

export function FactorBadge({ operator: { has_two_factor } }: { operator: KnownOperator }) {
  const t = useTranslations('operators')
  return (
    <LookBadge look={has_two_factor ? ['approved', ShieldCheck] : ['pending', ShieldOff]}>
      {t(has_two_factor ? 'factor_on' : 'factor_off')}
    </LookBadge>
  )
}
