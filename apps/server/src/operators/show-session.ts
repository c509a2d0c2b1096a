import type { OperatorSession } from '@cashbox/contract/operator'
import type { SignedInOperator } from '../access/operator-sessions.ts'

export const showSession = (signedIn: SignedInOperator): OperatorSession => ({
  operator: {
    id: signedIn.operatorId,
    email: signedIn.email,
    name: signedIn.name,
    role: signedIn.role,
    language: signedIn.language,
  },
  needs: signedIn.needs,
  has_two_factor: signedIn.hasTwoFactor,
  has_passkey: signedIn.hasPasskey,
})
