import { type ApprovalRequest, decideApprovalRequest, withdrawApprovalRequest } from '@cashbox/contract/operator'
import { type OperatorClient, operatorOf } from './operator-client.ts'

interface Asked {
  readonly payload: { readonly request: ApprovalRequest | null }
  readonly failure: { readonly message: string }
}

export type Waiting = Pick<ApprovalRequest, 'id' | 'version'>

export const decide = (client: OperatorClient, { id, version }: Waiting, decision: 'approve' | 'reject') =>
  client.call(decideApprovalRequest, { request_id: id, version, decision, note: 'seen' })

export const withdrawAs = (client: OperatorClient, { id, version }: Waiting) =>
  client.call(withdrawApprovalRequest, { request_id: id, version })

/** Lets the second admin of the sandbox approve what an operator asked for. */
export async function agree(address: string, { payload, failure }: Asked): Promise<ApprovalRequest> {
  if (!payload?.request) throw new Error(`nothing waits for approval: ${failure.message ?? 'it was done'}`)
  const decided = await decide(await operatorOf(address, 'admin2'), payload.request, 'approve')
  return decided.payload.request
}
