import type { Endpoint } from '@cashbox/contract'
import { operatorApi } from '@cashbox/contract/operator'
import { readFields } from '../platform/http/answer.ts'
import type { OperatorContexts, OperatorRoute, SomeOperators } from './admit-operator.ts'

/** A list with the roles that may see it and the handler that makes it. */
export interface BoundList {
  readonly endpoint: Endpoint
  readonly who: SomeOperators
  readonly handler: OperatorRoute['handler']
}

/** A list without its call stops the start. */
export function bindList(routes: readonly OperatorRoute[], endpoint: Endpoint): BoundList {
  const route = routes.find((one) => one.endpoint === endpoint)
  const call = operatorApi.find(([one]) => one === endpoint)
  if (!route || !call || call[1] === 'anyone') throw new Error(`list has no call for operators: ${endpoint.path}`)
  return { endpoint, who: call[1], handler: route.handler }
}

interface Page {
  readonly list: readonly unknown[]
  readonly next_cursor?: string | null
}

const isPaged = ({ input }: Endpoint) => 'limit' in (input as unknown as { shape: object }).shape

/** One page of a list as its own call makes it. `limit` may be higher than a caller's. */
export async function readPage(
  { endpoint, handler }: BoundList,
  context: OperatorContexts['operator'],
  filters: Readonly<Record<string, unknown>>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | null },
): Promise<Page> {
  const sent = { ...filters, ...(cursor ? { cursor } : {}) }
  const input = readFields(endpoint.input, sent) as object
  const answer = await handler({ ...context, input: isPaged(endpoint) ? { ...input, limit } : input })
  return endpoint.output.parse(answer) as Page
}
