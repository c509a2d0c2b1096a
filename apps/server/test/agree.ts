import { type ChangeRequest, decideChangeRequest } from '@cashbox/contract/operator'
import { operatorOf } from './operator-client.ts'

interface Asked {
  readonly payload: { readonly request: ChangeRequest | null }
  readonly failure: { readonly message: string }
}

/** Lets the second admin of the sandbox approve what an operator asked for. */
export async function agree(address: string, { payload, failure }: Asked): Promise<ChangeRequest> {
  if (!payload?.request) throw new Error(`nothing waits for approval: ${failure.message ?? 'it was done'}`)
  const { id: request_id, version } = payload.request
  const second = await operatorOf(address, 'admin2')
  const { payload: decided } = await second.call(decideChangeRequest, { request_id, version, decision: 'approve' })
  return decided.request
}
