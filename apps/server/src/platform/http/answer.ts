import { type Failure, isRefusalCode, type Language, type RefusalCode, refusals } from '@cashbox/contract'
import type { FastifyError } from 'fastify'
import type * as z from 'zod/mini'
import { isUnavailable } from '../database/database.ts'
import { invalidFields, type Reason, Refusal, refusal } from '../refusal.ts'
import { UnknownKeyError } from '../secrets/keyring.ts'
import { translate } from '../texts.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Failure
}

type Issue = z.core.$ZodIssue

const frameworkCodes: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

const renderReason = (language: Language, { code, values }: Reason) => translate(language, `refusals.${code}`, values)

export function renderRefusal({ reason, fields }: Refusal, language: Language, requestId: string): Answer {
  const errors = Object.entries(fields).map(([field, reasons]) => [
    field,
    reasons.map((one) => renderReason(language, one)),
  ])
  const seconds = reason.values?.['seconds']
  return {
    status: refusals[reason.code].status,
    headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
    body: {
      message: renderReason(
        language,
        reason.code === 'internal' ? { code: 'internal', values: { requestId } } : reason,
      ),
      errors: Object.fromEntries(errors) as Record<string, string[]>,
      code: reason.code,
      request_id: requestId,
    },
  }
}

/** Turns anything thrown into a refusal; `internal` for bugs. */
export function asRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  const known = frameworkCodes[error.code ?? '']
  if (known) return refusal(known)
  if (isUnavailable(error)) return refusal('unavailable')
  if (error instanceof UnknownKeyError) return refusal('secret_unreadable')
  const isCallersFault = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return refusal(isCallersFault ? 'malformed_request' : 'internal')
}

export function readFields<Schema extends z.ZodMiniType>(schema: Schema, sent: unknown): z.output<Schema> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw refusal('malformed_request')
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  // A map, not an object: the caller's names may be those of an object's own methods.
  const fields = new Map<string, Reason[]>()
  for (const issue of result.error.issues) {
    for (const [field, reason] of reasonsOf(issue, sent as Record<string, unknown>)) {
      fields.set(field, [...(fields.get(field) ?? []), reason])
    }
  }
  throw invalidFields(Object.fromEntries(fields))
}

// Field names come from the caller; long or strange ones are not echoed.
const safeName = (name: string) => (/^[\w-]{1,64}$/.test(name) && name !== '__proto__' ? name : 'body')

function reasonsOf(issue: Issue, sent: Record<string, unknown>): [string, Reason][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, 20).map((key) => [safeName(key), { code: 'unknown_field' }])
  }
  const field = String(issue.path[0] ?? 'body')
  return [[field, reasonOf(issue, Object.hasOwn(sent, field) ? sent[field] : undefined)]]
}

function reasonOf(issue: Issue, value: unknown): Reason {
  if (value === undefined || value === '') return { code: 'required' }
  if (isRefusalCode(issue.message)) return { code: issue.message }
  if (issue.code === 'too_big' && typeof value === 'string') {
    return { code: 'too_long', values: { maximum: Number(issue.maximum) } }
  }
  return { code: 'invalid' }
}
