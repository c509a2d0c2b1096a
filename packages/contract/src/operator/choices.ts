import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { text } from '../fields.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

export const choiceKinds = ['country', 'messenger'] as const
export type ChoiceKind = (typeof choiceKinds)[number]

export const Choice = z.object({
  kind: z.enum(choiceKinds),
  code: z.string(),
  name: z.string(),
  is_offered: z.boolean(),
})
export type Choice = z.infer<typeof Choice>

export const listChoices = endpoint({
  method: 'GET',
  path: '/choices',
  access: 'operator',
  readsReplica: true,
  summary: 'List countries and messengers, and whether they are offered at sign-up.',
  input: Nothing,
  output: z.object({ list: z.array(Choice) }),
})

export const offerChoice = endpoint({
  method: 'POST',
  path: '/choices',
  access: 'operator',
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

export const choiceCalls: readonly OperatorCall[] = [
  [listChoices, operatorRoles],
  [offerChoice, ['admin']],
]
