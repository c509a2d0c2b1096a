import { isRefusalCode } from '@cashbox/contract'
import type * as z from 'zod/mini'
import { invalidFields, type Reason, refusal } from '../refusal.ts'

type Issue = z.core.$ZodIssue

/** Parses what was sent; refuses with a reason beside each field that is wrong. */
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
