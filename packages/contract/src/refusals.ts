/**
 * Every way Cashbox says no, with the HTTP status and, where a person can mend it, the field it stands beside.
 * The words for each code are in the server's texts, one file a language.
 */
export const refusals = {
  malformed_request: { status: 400 },
  idempotency_key_invalid: { status: 400 },
  not_signed_in: { status: 401 },
  agent_not_active: { status: 403 },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  invalid_fields: { status: 422 },
  maintenance: { status: 422, field: 'maintenance' },
  too_many_requests: { status: 429 },
  internal: { status: 500 },
  unavailable: { status: 503 },

  required: { status: 422 },
  invalid: { status: 422 },
  too_long: { status: 422 },
  unknown_field: { status: 422 },
  invalid_email: { status: 422, field: 'email' },
  invalid_amount: { status: 422, field: 'amount' },
  country_unknown: { status: 422, field: 'country_code' },
  messenger_unknown: { status: 422, field: 'messenger' },
  timezone_unknown: { status: 422, field: 'timezone' },
  phone_invalid: { status: 422, field: 'phone' },
  password_weak: { status: 422, field: 'password' },
  password_common: { status: 422, field: 'password' },
  password_mismatch: { status: 422, field: 'password_confirmation' },

  credentials_wrong: { status: 422, field: 'password' },
  captcha_failed: { status: 422, field: 'captcha_text' },
  captcha_unavailable: { status: 422, field: 'captcha_text' },
  link_invalid: { status: 422, field: 'hash' },

  geo_missing: { status: 422, field: 'geo' },
  geo_stale: { status: 422, field: 'geo' },
  geo_outside: { status: 422, field: 'geo' },

  transaction_not_found: { status: 422, field: 'transaction_id' },
  transaction_wrong_type: { status: 422, field: 'transaction_id' },
  transaction_expired: { status: 422, field: 'transaction_id' },
  transaction_cancelled: { status: 422, field: 'transaction_id' },
  transaction_already_confirmed: { status: 422, field: 'transaction_id' },
  transaction_locked: { status: 422, field: 'transaction_id' },
  amount_mismatch: { status: 422, field: 'amount' },
  security_code_required: { status: 422, field: 'security_code' },
  security_code_wrong: { status: 422, field: 'security_code' },
  float_insufficient: { status: 422, field: 'amount' },
  limit_exceeded: { status: 422, field: 'amount' },
  idempotency_key_reused: { status: 422, field: 'idempotency_key' },

  signature_invalid: { status: 401 },
  timestamp_invalid: { status: 401 },
  right_missing: { status: 403 },
  network_not_allowed: { status: 403 },
  request_replayed: { status: 409 },
  channel_unknown: { status: 422, field: 'channel' },
  cashbox_unknown: { status: 422, field: 'cash_id' },
  target_ambiguous: { status: 422, field: 'channel' },
  currency_mismatch: { status: 422, field: 'currency_code' },
  expiry_invalid: { status: 422, field: 'expires_at' },
  reference_reused: { status: 422, field: 'reference' },
  transaction_not_confirmed: { status: 422, field: 'transaction_id' },
  transaction_reversed: { status: 422, field: 'transaction_id' },
  reversal_too_late: { status: 422, field: 'transaction_id' },
  reversal_not_covered: { status: 422, field: 'transaction_id' },
  day_not_over: { status: 422, field: 'day' },

  below_minimum: { status: 422, field: 'amount' },
  demo_not_allowed: { status: 422, field: 'amount' },
  wallet_unavailable: { status: 422, field: 'amount' },
} as const satisfies Record<string, { status: number; field?: string }>

export type RefusalCode = keyof typeof refusals

export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(refusals, code)
