import { z } from 'zod'
import { readForm } from '../page/forms.ts'
import { readAddress, readAmount } from './address.ts'
import { txid, whole } from './behaviour.ts'
import { MOST_MINED } from './tron-chain.ts'

export type Errors = Readonly<Record<string, readonly string[]>>

/** What was asked for, or what is wrong with it, field by field. */
export type Read<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly errors: Errors }

export function readFields<Value>(schema: z.ZodType<Value>, given: unknown): Read<Value> {
  const { success, data, error } = schema.safeParse(given)
  if (success) return { ok: true, value: data }
  const errors = new Map<string, string[]>()
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [issue.path[0] ?? 'body']
    for (const name of names.map(String)) errors.set(name, [...(errors.get(name) ?? []), issue.message])
  }
  return { ok: false, errors: Object.fromEntries(errors) }
}

const address = z
  .string()
  .refine((text) => readAddress(text) !== null, 'Must be a Tron address: T and 33 characters, with a valid checksum.')

const amount = z.string().transform((text, context) => {
  const units = readAmount(text)
  if (units === null) context.addIssue('Must be an amount as text, with at most six decimals.')
  return units ?? 0n
})

export const Sending = z.strictObject({
  to: address,
  amount,
  token: z.enum(['usdt', 'fake']).default('usdt'),
  from: address.exactOptional(),
  fails: z.boolean().default(false),
})

export const Mining = z.strictObject({ blocks: whole(1, MOST_MINED) })

export const Drop = z.strictObject({ txid })

export const emptySendForm = { agent: '', to: '', amount: '100.00', kind: 'usdt' }

/** What a person has filled in to send something. */
export type SendForm = Readonly<typeof emptySendForm>

/** What the form asks for, as a script would. An address that was typed counts more than the chosen agent. */
export function sendingIn(sent: URLSearchParams) {
  const { agent, to, amount, kind } = readForm(sent, emptySendForm)
  return {
    to: to.trim() || agent,
    amount: amount.trim(),
    ...(kind === 'failing' ? { fails: true } : { token: kind }),
  }
}

/** The switches that the form names, as a script would set them. */
export function behaviourIn(sent: URLSearchParams) {
  const { throttle_every, throttle_status, ...named } = Object.fromEntries(sent)
  const switches = Object.entries(named).map(([name, text]) => [name, valueOf(name, text)])
  const every = Number(throttle_every)
  return {
    ...Object.fromEntries(switches),
    ...(throttle_every !== undefined && { throttle: every === 0 ? null : { every, status: Number(throttle_status) } }),
  }
}

function valueOf(name: string, text: string): unknown {
  if (name === 'down') return text === '' ? null : text
  if (text === 'on' || text === 'off') return text === 'on'
  return Number(text)
}
