import * as z from 'zod/mini'
import { lines, seconds, text } from '../fields.ts'
import { languages } from '../languages.ts'
import { waiting, waitingRefusals } from './approval-request.ts'
import { operatorCall, operatorRoles } from './roles.ts'

const language = z.enum(languages)

export const AppText = z.object({
  /** As agents see it; null if it is missing and they see English. */
  text: z.nullable(z.string()),
  /** The default text. */
  default_text: z.nullable(z.string()),
  /** Whether an operator has changed it, who and when; version 0 if not changed. */
  is_changed: z.boolean(),
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(seconds),
  version: z.int(),
  /** What is wrong with the text, or null. A changed text that is not valid is not shown to agents. */
  problem: z.nullable(z.string()),
})
export type AppText = z.infer<typeof AppText>

export const listTexts = operatorCall('GET /texts', operatorRoles, {
  readsReplica: true,
  summary: 'List all texts of the agent app in all languages, with changes and problems.',
  output: z.object({ list: z.array(z.object({ key: z.string(), texts: z.record(language, AppText) })) }),
})

export const setText = operatorCall('POST /texts', ['admin'], {
  summary:
    'Change a text in one language, after a second admin has approved it. It must have the same placeholders and the plural forms of the language. Null restores the default text.',
  input: z.strictObject({
    language,
    key: text(200),
    version: z.int(),
    text: z.nullable(lines(20_000)),
    reason: z.optional(text(500)),
  }),
  output: z.object({ key: z.string(), language, text: AppText, ...waiting }),
  refusals: ['text_unknown', 'text_invalid', ...waitingRefusals],
})
