import { type ApprovalRequest, decideApprovalRequest } from '@cashbox/contract/operator'
import { operatorOf } from './operator-client.ts'

interface Asked {
  readonly payload: { readonly request: ApprovalRequest | null }
  readonly failure: { readonly message: string }
}

/** Lets the second admin of the sandbox approve what an operator asked for. */
export async function agree(address: string, { payload, failure }: Asked): Promise<ApprovalRequest> {
  if (!payload?.request) throw new Error(`nothing waits for approval: ${failure.message ?? 'it was done'}`)
  const { id: request_id, version } = payload.request
  const second = await operatorOf(address, 'admin2')
  const { payload: decided } = await second.call(decideApprovalRequest, { request_id, version, decision: 'approve' })
  return decided.request
}
