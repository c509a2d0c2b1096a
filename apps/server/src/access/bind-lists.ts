import type { Endpoint } from '@cashbox/contract'
import { operatorApi } from '@cashbox/contract/operator'
import type { Database } from '../platform/database/database.ts'
import { readFields } from '../platform/http/answer.ts'
import type { OperatorContexts, OperatorRoute, SignedInRoles } from './admit-operator.ts'

export interface BoundList {
  readonly endpoint: Endpoint
  readonly who: SignedInRoles
  readonly handler: OperatorRoute['handler']
}

/** `db` may be a replica. */
export type ListContext = OperatorContexts['operator'] & { readonly db: Database }

interface Page {
  readonly list: readonly unknown[]
  readonly next_cursor?: string | null
}

/** Fails at start-up when a list has no call. */
export function bindList(routes: readonly OperatorRoute[], endpoint: Endpoint): BoundList {
  const route = routes.find((one) => one.endpoint === endpoint)
  const call = operatorApi.find(([one]) => one === endpoint)
  if (!route || !call || call[1] === 'anyone') throw new Error(`list has no call for operators: ${endpoint.path}`)
  return { endpoint, who: call[1], handler: route.handler }
}

/** One page of a list, from the handler of its call. `limit` can be higher than the call allows. */
export async function readPage(
  { endpoint, handler }: BoundList,
  context: ListContext,
  filters: Readonly<Record<string, unknown>>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | null },
): Promise<Page> {
  const sent = { ...filters, ...(cursor ? { cursor } : {}) }
  const input = readFields(endpoint.input, sent) as object
  const answer = await handler({ ...context, input: isPaged(endpoint) ? { ...input, limit } : input })
  return endpoint.output.parse(answer) as Page
}

const isPaged = ({ input }: Endpoint) => 'limit' in (input as unknown as { shape: object }).shape
