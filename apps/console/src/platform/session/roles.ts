import type { Endpoint } from '@cashbox/contract'
import { type OperatorRole, operatorApi, operatorRoles } from '@cashbox/contract/operator'
import { useOperator } from './session.ts'

/** From the contract, so that what is shown and what is allowed can't differ. */
export function rolesOf(endpoint: Endpoint): readonly OperatorRole[] {
  const who = operatorApi.find(([known]) => known === endpoint)?.[1]
  return Array.isArray(who) ? (who as readonly OperatorRole[]) : operatorRoles
}

export function useMay(endpoint: Endpoint): boolean {
  const { role } = useOperator()
  return rolesOf(endpoint).includes(role)
}
