import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { seconds, text } from '../fields.ts'
import { languages } from '../languages.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

const language = z.enum(languages)

export const AppText = z.object({
  /** As agents read it; null where it is missing, and they read English. */
  text: z.nullable(z.string()),
  /** As it came with the program. */
  shipped: z.nullable(z.string()),
  /** What an operator says instead, by whom and since when; version 0 where nobody does. */
  is_changed: z.boolean(),
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(seconds),
  version: z.int(),
  /** What is wrong with it, for a translator; null when nothing is. A changed text that is wrong is not shown to agents. */
  problem: z.nullable(z.string()),
})
export type AppText = z.infer<typeof AppText>

export const listTexts = endpoint({
  method: 'GET',
  path: '/texts',
  access: 'operator',
  summary: 'Every text of the agent app in every language, with what was changed and what is missing or wrong.',
  input: Nothing,
  output: z.object({ list: z.array(z.object({ key: z.string(), texts: z.record(language, AppText) })) }),
})

const place = { language, key: text(200), version: z.int() }
const One = z.object({ key: z.string(), language, text: AppText })

export const setText = endpoint({
  method: 'POST',
  path: '/texts',
  access: 'operator',
  summary:
    'Says something else in one language. It has to have the values and the plural forms of the text it replaces.',
  input: z.strictObject({ ...place, text: text(2000), reason: z.optional(text(500)) }),
  output: One,
  refusals: ['text_unknown', 'text_invalid', 'stale'],
})

export const resetText = endpoint({
  method: 'POST',
  path: '/texts/reset',
  access: 'operator',
  summary: 'Goes back to the text that came with the program.',
  input: z.strictObject({ ...place, reason: z.optional(text(500)) }),
  output: One,
  refusals: ['text_unknown', 'stale'],
})

export const textCalls: readonly OperatorCall[] = [
  [listTexts, operatorRoles],
  [setText, ['admin']],
  [resetText, ['admin']],
]
