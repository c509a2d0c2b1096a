import * as z from 'zod/mini'
import { endpoint, staffRights } from '../endpoint.ts'
import { personName, seconds, text, wholeNumber } from '../fields.ts'
import { AmountInput, Money } from '../money.ts'

/** What an owner chooses from; each can be changed. */
export const staffPresets = {
  cashier: ['deposit', 'withdraw'],
  senior: ['deposit', 'withdraw', 'balance', 'reprint'],
  manager: staffRights,
} as const

export const StaffRights = z
  .array(z.enum(staffRights))
  .check(z.minLength(1, 'required'), z.maxLength(staffRights.length))

const staffTerms = {
  rights: StaffRights,
  /** The most for one payment, and for a shift; null for no limit. */
  max_amount: z.nullable(AmountInput),
  max_per_shift: z.nullable(AmountInput),
}

const deviceToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/, 'device_unknown'))

/** Eight letters and digits that can't be mistaken for each other. */
const shopCode = z.string().check(
  z.overwrite((value) => value.toUpperCase().replaceAll(/[\s-]/g, '')),
  z.regex(/^[A-HJKMNP-Z2-9]{8}$/, 'shop_code_invalid'),
)

const pin = z.string().check(z.regex(/^[0-9]{6}$/, 'pin_not_six_digits'))

/** One digit six times, or digits that follow each other up or down. */
export const isEasyPin = (digits: string): boolean =>
  /^(\d)\1*$/.test(digits) ||
  '01234567890123456789'.includes(digits) ||
  '98765432109876543210'.includes(digits) ||
  /^(\d{2})\1\1$|^(\d{3})\2$/.test(digits)

const MOST_ID = 2_147_483_647
/** As a part of the path. */
const staff_id = wholeNumber(1, MOST_ID)
const shift_id = wholeNumber(1, MOST_ID)

export const ShopShift = z.object({
  id: z.int(),
  /** Null for the owner. */
  staff_id: z.nullable(z.int()),
  name: z.nullable(z.string()),
  opened_at: seconds,
  closed_at: z.nullable(seconds),
  end_kind: z.nullable(z.string()),
  closed_by: z.nullable(z.string()),
  deposit_count: z.int(),
  deposit_sum: Money,
  withdraw_count: z.int(),
  withdraw_sum: Money,
})
export type ShopShift = z.infer<typeof ShopShift>

export const ShopStaff = z.object({
  id: z.int(),
  name: z.string(),
  rights: z.array(z.enum(staffRights)),
  max_amount: z.nullable(Money),
  max_per_shift: z.nullable(Money),
  has_pin: z.boolean(),
  /** Since when their shift is open; null without one. */
  working_since: z.nullable(seconds),
  version: z.int(),
})
export type ShopStaff = z.infer<typeof ShopStaff>

export const ShopDevice = z.object({
  id: z.string(),
  name: z.string(),
  /** Null while its code waits to be typed. */
  enrolled_at: z.nullable(seconds),
  last_seen_at: z.nullable(seconds),
  /** After too many wrong PINs, until the owner trusts it again. */
  needs_log_in: z.boolean(),
})
export type ShopDevice = z.infer<typeof ShopDevice>

const ShopCode = z.object({ code: z.string(), expires_at: seconds })

export const readShop = endpoint('GET /shop', 'agent', {
  summary: 'Who works at this point, and the phones that stay there.',
  staff: ['staff'],
  output: z.object({ staff: z.array(ShopStaff), devices: z.array(ShopDevice) }),
})

export const addShopDevice = endpoint('POST /shop/devices', 'agent', {
  summary: 'Get a code that makes a phone one of the shop. It works once, for ten minutes.',
  input: z.strictObject({ name: text(40) }),
  output: ShopCode,
  refusals: ['shop_limit_reached'],
})

export const trustShopDevice = endpoint('POST /shop/devices/:device_id/trust', 'agent', {
  summary: 'Take PINs on this phone again after too many wrong ones.',
  input: z.strictObject({ device_id: z.uuid() }),
  refusals: ['not_found'],
})

export const revokeShopDevice = endpoint('POST /shop/devices/:device_id/revoke', 'agent', {
  summary: 'End all sessions of a phone of the shop, and take no PIN on it any more.',
  input: z.strictObject({ device_id: z.uuid() }),
  refusals: ['not_found'],
})

export const enrolShopDevice = endpoint('POST /shop/enrol', 'public', {
  summary: 'Make this phone one of the shop that the code is from.',
  input: z.strictObject({ code: shopCode }),
  output: z.object({ device_token: z.string() }),
  refusals: ['shop_code_invalid'],
})

export const readLockScreen = endpoint('POST /shop/lock-screen', 'public', {
  summary: 'Who may unlock this phone of a shop.',
  input: z.strictObject({ device_token: deviceToken }),
  output: z.object({
    cash_id: z.string(),
    shop: z.string(),
    needs_log_in: z.boolean(),
    /** `locked_until`: their PIN is not taken before, after wrong ones. */
    staff: z.array(
      z.object({ id: z.int(), name: z.string(), has_pin: z.boolean(), locked_until: z.nullable(seconds) }),
    ),
  }),
  refusals: ['device_unknown'],
})

const Unlocked = z.object({ token: z.string(), staff_id: z.int(), shift_id: z.nullable(z.int()) })

export const unlockShop = endpoint('POST /shop/unlock', 'public', {
  summary: 'Sign in on a phone of the shop with a PIN. Joins the open shift of this person.',
  input: z.strictObject({
    device_token: deviceToken,
    staff_id: z.int().check(z.minimum(1), z.maximum(MOST_ID)),
    pin,
  }),
  output: Unlocked,
  refusals: ['device_unknown', 'device_needs_log_in', 'pin_wrong', 'pin_locked', 'not_found'],
})

export const joinShop = endpoint('POST /shop/join', 'public', {
  summary: 'Choose a PIN on a phone of the shop with the code of an invitation, which works once.',
  input: z.strictObject({ device_token: deviceToken, code: shopCode, pin }),
  output: Unlocked,
  refusals: ['device_unknown', 'device_needs_log_in', 'shop_code_invalid', 'staff_name_taken', 'pin_too_easy'],
})

export const inviteStaff = endpoint('POST /shop/staff', 'agent', {
  summary: 'Get a code with which somebody chooses a PIN on a phone of the shop. It works once, for ten minutes.',
  staff: ['staff'],
  input: z.strictObject({ name: personName(40), ...staffTerms }),
  output: ShopCode,
  refusals: ['staff_name_taken', 'shop_limit_reached', 'staff_right_missing'],
})

export const resetPin = endpoint('POST /shop/staff/:staff_id/pin', 'agent', {
  summary: 'Get a code with which somebody who works here chooses a new PIN.',
  staff: ['staff'],
  input: z.strictObject({ staff_id }),
  output: ShopCode,
  refusals: ['not_found', 'staff_right_missing'],
})

export const changeStaff = endpoint('POST /shop/staff/:staff_id', 'agent', {
  summary: 'Change what somebody may do, from their next payment on.',
  staff: ['staff'],
  input: z.strictObject({ staff_id, version: z.int().check(z.minimum(1), z.maximum(MOST_ID)), ...staffTerms }),
  refusals: ['not_found', 'version_conflict', 'staff_right_missing'],
})

export const stopStaff = endpoint('POST /shop/staff/:staff_id/stop', 'agent', {
  summary: 'Sign somebody out everywhere, for good. Nothing that they send is confirmed any more.',
  staff: ['staff'],
  input: z.strictObject({ staff_id }),
  refusals: ['not_found', 'staff_right_missing'],
})

export const openOwnShift = endpoint('POST /shop/shift', 'agent', {
  summary: 'Open a shift, or join the one that is open on another phone.',
  staff: 'all',
  output: z.object({ shift: ShopShift }),
})

export const closeShift = endpoint('POST /shop/shifts/:shift_id/close', 'agent', {
  summary: 'Close a shift and get its report. Closing again gives the same report.',
  staff: 'all',
  input: z.strictObject({ shift_id }),
  output: z.object({ shift: ShopShift }),
  refusals: ['not_found', 'staff_right_missing'],
})

export const listShifts = endpoint('GET /shop/shifts', 'agent', {
  summary: 'The last shifts at this point, newest first.',
  staff: ['statement'],
  output: z.object({ list: z.array(ShopShift) }),
})
