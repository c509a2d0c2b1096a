import { operatorRoles } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'

/** Each role with what it is for. */
export function useRoleOptions() {
  const t = useTranslations()
  return operatorRoles.map((role) => ({ value: role, label: `${t(`roles.${role}`)}: ${t(`role_duties.${role}`)}` }))
}
