import type { ZodMiniType } from 'zod/mini'
import { type CallLine, type CallOptions, type Endpoint, endpoint, type Nothing } from '../endpoint.ts'

export const operatorRoles = ['support', 'finance', 'risk', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Who may make a call. `anyone`: no session needed. `unfinished`: a session that still lacks its code is enough. */
export type OperatorAccess = readonly OperatorRole[] | 'anyone' | 'unfinished'

type Access = 'public' | 'operator'

export interface OperatorEndpoint<
  Input extends ZodMiniType = ZodMiniType,
  Output extends ZodMiniType = ZodMiniType,
  Who extends Access = Access,
> extends Endpoint<Input, Output, Who> {
  readonly roles: OperatorAccess
}

export function operatorCall<
  Roles extends OperatorAccess,
  Input extends ZodMiniType = typeof Nothing,
  Output extends ZodMiniType = typeof Nothing,
  Who extends Access = Roles extends 'anyone' ? 'public' : 'operator',
>(line: CallLine, roles: Roles, call: CallOptions<Input, Output>): OperatorEndpoint<Input, Output, Who> {
  return { ...endpoint(line, (roles === 'anyone' ? 'public' : 'operator') as Who, call), roles }
}

/** The roles whose operators may make the call once they are logged in. */
export const rolesOf = ({ roles }: Pick<OperatorEndpoint, 'roles'>): readonly OperatorRole[] =>
  typeof roles === 'string' ? operatorRoles : roles
