import * as z from 'zod/mini'
import { endpoint, Nothing } from './endpoint.ts'
import { seconds } from './fields.ts'
import { Money } from './money.ts'

export const getForecast = endpoint({
  method: 'GET',
  path: '/user/forecast',
  access: 'agent',
  summary: "How long the balance lasts at the agent's own pace, and whether it is low.",
  input: Nothing,
  output: z.object({
    /** Null when it can't be known: too little history, a balance that is not falling, an agent who may not confirm. */
    lasts_until: z.nullable(seconds),
    /** The sum that the agent chose, while the balance is below it; null otherwise. */
    low_below: z.nullable(Money),
  }),
})
