import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { cashId } from '../fields.ts'
import { Money } from '../money.ts'
import { AgentStatus } from './agent.ts'
import { newPoint, SignIn } from './auth.ts'

export const OwnPoint = z.object({
  cash_id: z.string(),
  name: z.string(),
  city: z.nullable(z.string()),
  street: z.nullable(z.string()),
  status: AgentStatus,
  balance: Money,
  currency_code: z.string(),
  /** Where this session works. */
  is_current: z.boolean(),
  /** Staff with an open shift. */
  working: z.int(),
})
export type OwnPoint = z.infer<typeof OwnPoint>

export const listPoints = endpoint('GET /points', 'agent', {
  summary: 'The points of this owner, the oldest first.',
  output: z.object({ list: z.array(OwnPoint) }),
})

export const switchPoint = endpoint('POST /points/:cash_id/switch', 'agent', {
  summary: 'Work at another point of the same owner, with another token. This session stays where it is.',
  input: z.strictObject({ cash_id: cashId }),
  output: SignIn,
  refusals: ['not_found'],
})

export const requestPoint = endpoint('POST /points', 'agent', {
  summary: 'Apply for another point. Operators approve it like a sign-up.',
  input: z.strictObject(newPoint),
  output: z.object({ cash_id: z.string() }),
  refusals: [
    'demo_account',
    'shop_limit_reached',
    'country_unknown',
    'messenger_unknown',
    'phone_invalid',
    'terms_changed',
    'signup_not_open',
  ],
})
