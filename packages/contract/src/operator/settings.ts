import * as z from 'zod/mini'
import { Settings } from '../agent/tools.ts'
import { text } from '../fields.ts'
import { operatorCall, operatorRoles } from './roles.ts'

const Versioned = z.object({ settings: Settings, version: z.int() })

const link = z.string().check(
  z.trim(),
  z.maxLength(300),
  z.refine((value) => URL.canParse(value) && new URL(value).protocol === 'https:', 'invalid'),
)

export const readConsoleSettings = operatorCall('GET /settings', operatorRoles, {
  summary: 'Read the settings of the agent app.',
  output: Versioned,
})

export const changeConsoleSettings = operatorCall('POST /settings', ['admin'], {
  summary: 'Change the settings of the agent app. Fields that are not sent do not change.',
  input: z.strictObject({
    version: z.int(),
    reason: text(500),
    is_off_maintenance: z.optional(z.boolean()),
    /** Without demo accounts, nobody logs in to one, and their sessions end. */
    is_demo_offered: z.optional(z.boolean()),
    telegram_link: z.optional(z.nullable(link)),
    partner_name: z.optional(text(60)),
    brand_color: z.optional(z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/))),
    currentTimezone: z.optional(text(64)),
  }),
  output: Versioned,
  refusals: ['timezone_unknown', 'version_conflict'],
})
