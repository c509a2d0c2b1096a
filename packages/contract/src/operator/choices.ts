import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { operatorCall, operatorRoles } from './roles.ts'

export const choiceKinds = ['country', 'messenger'] as const
export type ChoiceKind = (typeof choiceKinds)[number]

export const Choice = z.object({
  kind: z.enum(choiceKinds),
  code: z.string(),
  name: z.string(),
  is_offered: z.boolean(),
})
export type Choice = z.infer<typeof Choice>

export const listChoices = operatorCall('GET /choices', operatorRoles, {
  readsReplica: true,
  summary: 'List countries and messengers, and whether they are offered at sign-up.',
  output: z.object({ list: z.array(Choice) }),
})

export const offerChoice = operatorCall('POST /choices', ['admin'], {
  summary: 'Offer a country or messenger at sign-up, or stop offering it. Agents who chose it keep it.',
  input: z.strictObject({
    kind: z.enum(choiceKinds),
    code: text(20),
    is_offered: z.boolean(),
    reason: z.optional(text(500)),
  }),
  output: z.object({ choice: Choice }),
  refusals: ['choice_unknown', 'version_conflict'],
})
