import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { email, seconds, secret, text } from '../fields.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'
import { Operator } from './session.ts'

export const KnownOperator = z.extend(Operator, {
  has_second_factor: z.boolean(),
  is_disabled: z.boolean(),
  created_at: seconds,
  last_seen_at: z.nullable(seconds),
  version: z.int(),
})
export type KnownOperator = z.infer<typeof KnownOperator>

const One = z.object({ operator: KnownOperator })

export const listOperators = endpoint({
  method: 'GET',
  path: '/operators',
  access: 'operator',
  summary: 'Everybody who may log in here.',
  input: Nothing,
  output: z.object({ list: z.array(KnownOperator) }),
})

export const createOperator = endpoint({
  method: 'POST',
  path: '/operators',
  access: 'operator',
  summary: 'A new account. The password is told by hand, and changed by its owner.',
  input: z.strictObject({ email, name: text(80), role: z.enum(operatorRoles), password: secret }),
  output: One,
  refusals: ['operator_exists', 'password_weak', 'password_common'],
})

export const changeOperator = endpoint({
  method: 'POST',
  path: '/operators/:operator_id',
  access: 'operator',
  summary: 'Another role, another name, in or out, a lost second factor. Counts from their next call.',
  input: z.strictObject({
    operator_id: z.uuid(),
    version: z.int(),
    name: z.optional(text(80)),
    role: z.optional(z.enum(operatorRoles)),
    is_disabled: z.optional(z.boolean()),
    /** True takes the second factor away; they set up a new one at the next log-in. */
    forget_second_factor: z.optional(z.boolean()),
    /** Ends their sessions. */
    password: z.optional(secret),
  }),
  output: One,
  refusals: ['not_oneself', 'stale', 'password_weak', 'password_common'],
})

export const operatorCalls: readonly OperatorCall[] = [
  [listOperators, ['admin']],
  [createOperator, ['admin']],
  [changeOperator, ['admin']],
]
