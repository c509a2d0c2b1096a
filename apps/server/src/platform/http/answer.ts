import { type Language, refusals } from '@cashbox/contract'
import { isUnavailable } from '@cashbox/postgres/database'
import type { FastifyError } from 'fastify'
import { type Reason, Refusal, refusal } from '../refusal.ts'
import { UnknownKeyError } from '../secrets/keyring.ts'
import { translate } from '../texts.ts'

/** A move, a restart or a failover of the database takes a few seconds. */
const UNAVAILABLE_RETRY_S = 2

const renderReason = (language: Language, { code, values }: Reason) => translate(language, `refusals.${code}`, values)

export function renderRefusal({ reason, fields }: Refusal, language: Language, requestId: string) {
  const errors = Object.entries(fields).map(([field, reasons]) => [
    field,
    reasons.map((one) => renderReason(language, one)),
  ])
  const seconds = reason.values?.['seconds']
  return {
    status: refusals[reason.code].status,
    headers: {
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
      ...(reason.code === 'unsupported_media_type' ? { accept: 'application/json' } : {}),
    } as Record<string, string>,
    body: {
      message: renderReason(
        language,
        reason.code === 'internal' ? { code: 'internal', values: { requestId } } : reason,
      ),
      errors: Object.fromEntries(errors) as Record<string, string[]>,
      fields: Object.fromEntries(
        Object.entries(fields).flatMap(([field, [first]]) => (first ? [[field, first.code] as const] : [])),
      ),
      code: reason.code,
      request_id: requestId,
    },
  }
}

/** Turns anything thrown into a refusal; `internal` for bugs. `bodyLimit` is that of the path, in bytes. */
export function asRefusal(error: FastifyError, bodyLimit = 0): Refusal {
  if (error instanceof Refusal) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusal('too_large', { kilobytes: bodyLimit / 1024 })
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refusal('unsupported_media_type')
  if (isUnavailable(error)) return refusal('unavailable', { seconds: UNAVAILABLE_RETRY_S })
  if (error instanceof UnknownKeyError) return refusal('secret_unreadable')
  const isCallersFault = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return refusal(isCallersFault ? 'malformed_request' : 'internal')
}
