import type { Endpoint } from '@cashbox/contract'
import { type OperatorRole, operatorApi, operatorRoles } from '@cashbox/contract/operator'
import { useOperator } from './session.ts'

/** Who may make a call, as the contract has it: what is shown and what is allowed can't drift apart. */
export function rolesOf(endpoint: Endpoint): readonly OperatorRole[] {
  const who = operatorApi.find(([known]) => known === endpoint)?.[1]
  return Array.isArray(who) ? (who as readonly OperatorRole[]) : operatorRoles
}

/** Whether the operator who is logged in may make a call. */
export function useMay(endpoint: Endpoint): boolean {
  const { role } = useOperator()
  return rolesOf(endpoint).includes(role)
}
