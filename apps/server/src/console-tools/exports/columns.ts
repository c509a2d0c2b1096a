import { languages, type OutputOf } from '@cashbox/contract'
import type { ExportedTable, exportedLists } from '@cashbox/contract/operator'
import type { Column, Kind } from '../../platform/files/cells.ts'

type RowOf<Table extends ExportedTable> = OutputOf<(typeof exportedLists)[Table]>['list'][number]

/** Paths in a row to a value of this type. */
type PathTo<Value, Row> = {
  [Name in keyof Row & string]:
    | (Row[Name] extends Value ? Name : never)
    | (NonNullable<Row[Name]> extends readonly unknown[]
        ? never
        : NonNullable<Row[Name]> extends object
          ? `${Name}.${PathTo<Value, NonNullable<Row[Name]>>}`
          : never)
}[keyof Row & string]

/** A column whose path is in the contract and whose value fits its kind. */
type ColumnIn<Row> = Column &
  (
    | { readonly kind: 'text'; readonly path: PathTo<unknown, Row> }
    | { readonly kind: 'number'; readonly path: PathTo<number | string | null, Row> }
    | { readonly kind: 'money'; readonly path: PathTo<string | null, Row> }
    | { readonly kind: 'time'; readonly path: PathTo<number | null, Row> }
  )

const columns =
  <const K extends Kind>(kind: K) =>
  <const Path extends string>(...paths: Path[]) =>
    paths.map((path) => ({ name: `${path.replaceAll('.', '_')}${kind === 'time' ? '_utc' : ''}`, path, kind }))

const text = columns('text')
const number = columns('number')
const money = columns('money')
const time = columns('time')

const volume = <const Name extends string>(name: Name) => [
  ...number(`${name}.count`),
  ...money(`${name}.sum`, `${name}.fee`),
]
const moves = <const Name extends string>(name: Name) => [...number(`${name}.count`), ...money(`${name}.sum`)]

interface ExportedFile<Row> {
  readonly columns: readonly ColumnIn<Row>[]
  /** Which columns of the file each column of the console stands for, where the names differ. */
  readonly console?: Readonly<Record<string, readonly string[]>>
}

export const exportedFiles: { readonly [Table in ExportedTable]: ExportedFile<RowOf<Table>> } = {
  agents: {
    columns: [
      ...text(
        'cash_id',
        'status',
        'first_name',
        'last_name',
        'email',
        'is_email_verified',
        'phone',
        'country_code',
        'city',
        'channel.code',
      ),
      ...money('balance', 'commission', 'volume'),
      ...text('channel.currency_code'),
      ...number('risk_score'),
      ...time('last_active_at', 'info_requested_at', 'created_at'),
    ],
    console: {
      name: ['first_name', 'last_name'],
      email: ['email', 'is_email_verified'],
      channel: ['channel_code'],
      city: ['city', 'country_code'],
      asked: ['info_requested_at_utc'],
      created: ['created_at_utc'],
      balance: ['balance', 'channel_currency_code'],
      volume: ['volume'],
      active: ['last_active_at_utc'],
      risk: ['risk_score'],
      country: ['country_code'],
    },
  },
  'approval-requests': {
    columns: [
      ...number('number'),
      ...text('kind', 'state', 'subject.kind', 'subject.id', 'subject.name', 'before', 'after', 'cash_id'),
      ...money('amount'),
      ...text('asset', 'topup_id', 'transaction_id'),
      ...money('rate', 'offset_percent'),
      ...text('paid_to', 'payment.direction', 'payment.paid_on', 'payment.bank_reference'),
      ...text('reason', 'needs_approval', 'requested_by.name'),
      ...time('requested_at'),
      ...text('decided_by.name'),
      ...time('decided_at'),
      ...text('note', 'failure', 'id'),
    ],
    console: {
      subject: ['subject_name'],
      amount: ['amount', 'asset'],
      by: ['requested_by_name'],
      at: ['requested_at_utc'],
    },
  },
  audit: {
    columns: [
      ...number('number'),
      ...time('at'),
      ...text('actor', 'action', 'subject_kind', 'subject_id', 'reason', 'before', 'after', 'ip', 'hash'),
    ],
    console: { at: ['at_utc'], subject: ['subject_kind', 'subject_id'] },
  },
  channels: {
    columns: text('code', 'name', 'currency_code', 'is_demo', 'fees'),
    console: {
      kind: ['is_demo'],
      currency: ['currency_code'],
      deposit_fee: ['fees'],
      withdraw_fee: ['fees'],
      next: ['fees'],
    },
  },
  choices: {
    columns: text('kind', 'code', 'name', 'is_offered'),
    console: { name: ['kind', 'code', 'name'], offer: ['is_offered'] },
  },
  confirmations: {
    columns: [
      ...number('number'),
      ...text('transaction_id', 'type'),
      ...money('amount', 'fee'),
      ...number('fee_bp'),
      ...text('player_id'),
      ...time('finished_at', 'reversed_at'),
    ],
    console: {
      id: ['transaction_id'],
      player: ['player_id'],
      fee: ['fee', 'fee_bp'],
      at: ['finished_at_utc', 'reversed_at_utc'],
    },
  },
  'due-commissions': {
    columns: [
      ...text('cash_id', 'first_name', 'last_name', 'status', 'channel'),
      ...money('commission', 'balance'),
      ...text('currency_code', 'request_id'),
      ...time('last_credited_at'),
    ],
    console: {
      name: ['first_name', 'last_name'],
      commission: ['commission', 'currency_code'],
      balance: ['balance', 'currency_code'],
      settled: ['last_credited_at_utc'],
      request: ['request_id'],
    },
  },
  'held-topups': {
    columns: [
      ...text('id', 'cash_id', 'type', 'reason', 'coin'),
      ...money('sent', 'received'),
      ...text('currency_code', 'sender', 'reference', 'txid'),
      ...time('seen_at'),
    ],
    console: { sent: ['sent', 'coin'], received: ['received', 'currency_code'], request: [], seen: ['seen_at_utc'] },
  },
  locations: {
    columns: [
      ...number('number'),
      ...text('transaction_id'),
      ...time('at'),
      ...number('geo_lat', 'geo_lon', 'distance_m', 'accuracy_m', 'age_s'),
      ...text('ip', 'session_id'),
    ],
    console: {
      at: ['at_utc'],
      transaction: ['transaction_id'],
      place: ['geo_lat', 'geo_lon'],
      distance: ['distance_m'],
      accuracy: ['accuracy_m'],
      age: ['age_s'],
    },
  },
  months: {
    columns: [
      ...text('month', 'currency_code'),
      ...volume('deposits'),
      ...volume('withdrawals'),
      ...moves('topups'),
      ...moves('adjustments_added'),
      ...moves('adjustments_taken'),
      ...moves('commission_credits'),
      ...moves('payouts'),
    ],
  },
  operators: {
    columns: [
      ...text('email', 'name', 'role', 'has_password', 'has_two_factor', 'is_disabled'),
      ...time('created_at', 'last_seen_at'),
    ],
    console: {
      standing: ['is_disabled', 'has_password'],
      factor: ['has_two_factor'],
      last_seen_at: ['last_seen_at_utc'],
      created_at: ['created_at_utc'],
    },
  },
  'partner-payments': {
    columns: [
      ...text('paid_on', 'direction'),
      ...money('amount'),
      ...text('currency_code', 'bank_reference'),
      ...number('statement'),
      ...text('is_reversed', 'reverses'),
      ...time('recorded_at'),
      ...text('id'),
    ],
  },
  'partner-statements': {
    columns: [
      ...number('number'),
      ...text('currency_code', 'period'),
      ...time('from', 'until'),
      ...money('opening', 'closing', 'owed'),
      ...time('closed_at', 'due_at'),
      ...text('is_overdue', 'answer', 'answer_reason', 'id'),
    ],
  },
  partners: {
    columns: [
      ...text('code', 'name', 'is_enabled', 'webhook.url', 'webhook.is_enabled'),
      ...time('webhook.failing_since'),
      ...number('webhook.failures', 'webhook.pending_events'),
      ...time('webhook.oldest_pending_at'),
      ...number('lifetime_s', 'max_lifetime_s', 'reversal_window_s'),
    ],
    console: {
      standing: ['is_enabled'],
      keys: [],
      webhook: ['webhook_url', 'webhook_is_enabled'],
      failing: ['webhook_failing_since_utc'],
      waiting: ['webhook_pending_events'],
    },
  },
  'position-days': {
    columns: [
      ...text('day'),
      ...number('deposit_count'),
      ...money('deposits'),
      ...number('withdraw_count'),
      ...money('withdrawals', 'deposits_reversed', 'withdrawals_reversed', 'fees', 'paid_in', 'paid_out', 'balance'),
    ],
  },
  rates: {
    columns: [...text('coin', 'currency_code'), ...money('rate'), ...text('source', 'is_usable'), ...time('set_at')],
  },
  risk: {
    columns: [
      ...text('cash_id', 'first_name', 'last_name', 'status', 'channel'),
      ...number('score'),
      ...text('kinds'),
      ...time('last_at'),
    ],
    console: { name: ['first_name', 'last_name'], last_at: ['last_at_utc'] },
  },
  sessions: {
    columns: [
      ...text('id', 'is_active', 'remember'),
      ...time('created_at', 'last_seen_at', 'expires_at', 'ended_at'),
      ...text('ip', 'user_agent', 'fingerprint'),
    ],
    console: {
      state: ['is_active', 'ended_at_utc'],
      device: ['user_agent'],
      begun: ['created_at_utc'],
      seen: ['last_seen_at_utc'],
      end: [],
    },
  },
  statement: {
    columns: [
      ...number('number'),
      ...time('at'),
      ...text('kind', 'transaction_id', 'reference', 'request_id', 'reason'),
      ...money('amount', 'balance'),
    ],
    console: { at: ['at_utc'], source: ['transaction_id', 'reference', 'request_id', 'reason'] },
  },
  texts: {
    columns: text('key', ...languages.map((language) => `texts.${language}.text` as const)),
    console: {
      english: ['texts_en_text'],
      text: ['texts_en_text', 'texts_ru_text', 'texts_es_text', 'texts_fr_text', 'texts_tr_text', 'texts_ar_text'],
      state: [],
    },
  },
  topups: {
    columns: [
      ...text('id', 'type', 'state', 'reason', 'coin'),
      ...money('sent'),
      ...number('confirmations'),
      ...money('rate', 'offset_percent', 'received'),
      ...text('currency_code', 'reference', 'note'),
      ...time('seen_at', 'finished_at'),
    ],
    console: {
      state: ['state', 'reason'],
      sent: ['sent', 'coin'],
      received: ['received', 'currency_code'],
      seen: ['seen_at_utc'],
    },
  },
  transactions: {
    columns: [
      ...text('transaction_id', 'reference', 'partner', 'channel', 'type', 'state', 'is_locked'),
      ...money('amount'),
      ...text('currency_code', 'player_id', 'cash_id', 'confirmed_by'),
      ...time('created_at', 'expires_at', 'closed_at', 'confirmed_at', 'reversed_at'),
    ],
    console: {
      id: ['transaction_id'],
      state: ['state', 'is_locked'],
      amount: ['amount', 'currency_code'],
      player: ['player_id'],
      cash_id: ['cash_id', 'confirmed_by'],
      created: ['created_at_utc'],
      confirmed: ['confirmed_at_utc'],
    },
  },
}
