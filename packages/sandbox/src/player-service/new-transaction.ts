import { randomUUID } from 'node:crypto'
import { isRecord } from '../page/forms.ts'
import type { PartnerAccount, Target } from './partner-account.ts'

/** ISO 4217 for no currency: sent when the target is unknown, which Cashbox then says. */
const NO_CURRENCY = 'XXX'

/** What was asked for, with what a script may leave out: a reference, the target, its currency. */
export async function withDefaults(input: unknown, account: Pick<PartnerAccount, 'findTarget'>): Promise<unknown> {
  if (!isRecord(input)) return input
  const { player_id, channel, cash_id } = input
  const filter = {
    ...(typeof channel === 'string' ? { channel } : {}),
    ...(typeof cash_id === 'string' ? { cash_id } : {}),
  }
  const target = await account.findTarget(filter)
  const isAimed = channel !== undefined || cash_id !== undefined
  return {
    reference: `sandbox-${randomUUID()}`,
    currency_code: target?.currency_code ?? NO_CURRENCY,
    ...(isAimed ? {} : target),
    ...input,
    ...(typeof player_id === 'number' ? { player_id: String(player_id) } : {}),
  }
}

/** An expiry is in seconds from now; empty for the usual time. */
export const emptyForm = { type: 'deposit', amount: '25000.00', player_id: '48210001', target: '', expiry: '' }

export type NewTransactionForm = Readonly<typeof emptyForm>

export const valueOf = (target: Target): string =>
  'channel' in target ? `channel ${target.channel}` : `cash_id ${target.cash_id}`

export function inputOf({ type, amount, player_id, target, expiry }: NewTransactionForm) {
  const [kind = '', name = ''] = target.split(' ')
  return {
    type,
    amount: amount.trim(),
    player_id: player_id.trim(),
    ...(kind === 'channel' || kind === 'cash_id' ? { [kind]: name } : {}),
    ...(/^\d{1,8}$/.test(expiry) ? { expires_in: Number(expiry) } : {}),
  }
}

const fieldsInForm: Readonly<Record<string, keyof NewTransactionForm>> = {
  type: 'type',
  amount: 'amount',
  player_id: 'player_id',
  channel: 'target',
  cash_id: 'target',
  currency_code: 'target',
  expires_at: 'expiry',
  expires_in: 'expiry',
}

export type FormErrors = Readonly<Partial<Record<keyof NewTransactionForm, string>>>

/** Cashbox's reasons beside the fields of the form, the first one each. */
export const errorsInForm = (errors: Readonly<Record<string, readonly string[]>>): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, [first]]) => {
      const inForm = fieldsInForm[field]
      return inForm && first !== undefined ? [[inForm, first]] : []
    }),
  )
