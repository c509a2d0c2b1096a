import { type OperatorEndpoint, rolesOf } from '@cashbox/contract/operator'
import { useOperator } from './session.ts'

/** From the contract, so that what is shown and what is allowed can't differ. */
export function useMay(endpoint: Pick<OperatorEndpoint, 'roles'>): boolean {
  const { role } = useOperator()
  return rolesOf(endpoint).includes(role)
}
