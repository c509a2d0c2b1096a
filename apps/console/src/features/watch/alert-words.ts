import type { TopupReason } from '@cashbox/contract'
import type { Alert, Today } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { formatAge, formatCoins, formatMoney } from '../../platform/formats.ts'
import { useCoinName, usePassName, useRuleName, useSecretName } from './display-names.ts'

/** An alert as one sentence. */
export function useAlertWords({ webhooks }: Pick<Today, 'webhooks'>): (alert: Alert) => string {
  const t = useTranslations('watch')
  const tReason = useTranslations('money.held.reasons')
  const coinName = useCoinName()
  const passName = usePassName()
  const ruleName = useRuleName()
  const secretName = useSecretName()
  return ({ kind, subject, since, values }) => {
    const isOfAge = kind === 'totals_outdated' || kind === 'verification_overdue' || kind === 'backup_overdue'
    if (since === null && isOfAge) return t(`never.${kind}`)
    const [first = '', second = ''] = subject.id.split('/')
    const isCoin = kind === 'topups_held' || kind === 'topups_confirming' || kind === 'credits_missing'
    return t(`alert.${kind}`, {
      ...values,
      age: formatAge(Number(values['age_s'] ?? values['lag_s'] ?? 0)),
      sum: (isCoin ? formatCoins : formatMoney)(String(values['sum'] ?? '0')),
      coin: coinName(kind === 'topups_held' ? second : first),
      reason: kind === 'topups_held' ? tReason(first as TopupReason) : '',
      currency: kind === 'rate_stale' || kind === 'rate_refused' ? second : first,
      pass: passName(subject.id),
      partner: webhooks.find(({ partner }) => partner === subject.id)?.name ?? subject.id,
      key: second,
      rule: kind === 'secret_unreadable' ? secretName(subject.id) : ruleName(subject.id),
      host: subject.id,
    })
  }
}
