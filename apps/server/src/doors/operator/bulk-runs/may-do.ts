import { type BulkAction, bulkActs, type OperatorRole, operatorApi } from '@cashbox/contract/operator'

/** Those who may do it to one row may do it to many. */
export function mayDo(action: BulkAction, role: OperatorRole): boolean {
  const who = operatorApi.find(([endpoint]) => endpoint === bulkActs[action].call)?.[1]
  return Array.isArray(who) && who.includes(role)
}
