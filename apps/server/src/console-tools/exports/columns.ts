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

export const exportedColumns: { readonly [Table in ExportedTable]: readonly ColumnIn<RowOf<Table>>[] } = {
  agents: [
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
    ...money('balance'),
    ...text('channel.currency_code'),
    ...time('info_requested_at', 'created_at'),
  ],
  'approval-requests': [
    ...number('number'),
    ...text('kind', 'state', 'subject.kind', 'subject.id', 'subject.name', 'before', 'after', 'cash_id'),
    ...money('amount'),
    ...text('asset', 'topup_id', 'transaction_id'),
    ...money('rate', 'offset_percent'),
    ...text('paid_to', 'reason', 'needs_approval', 'requested_by.name'),
    ...time('requested_at'),
    ...text('decided_by.name'),
    ...time('decided_at'),
    ...text('note', 'failure', 'id'),
  ],
  audit: [
    ...number('number'),
    ...time('at'),
    ...text('actor', 'action', 'subject_kind', 'subject_id', 'reason', 'before', 'after', 'ip', 'hash'),
  ],
  channels: text('code', 'name', 'currency_code', 'is_demo', 'fees'),
  choices: text('kind', 'code', 'name', 'is_offered'),
  confirmations: [
    ...number('number'),
    ...text('transaction_id', 'type'),
    ...money('amount', 'fee'),
    ...number('fee_bp'),
    ...text('player_id'),
    ...time('finished_at', 'reversed_at'),
  ],
  'held-topups': [
    ...text('id', 'cash_id', 'type', 'reason', 'coin'),
    ...money('sent', 'received'),
    ...text('currency_code', 'sender', 'reference', 'txid'),
    ...time('seen_at'),
  ],
  locations: [
    ...number('number'),
    ...text('transaction_id'),
    ...time('at'),
    ...number('geo_lat', 'geo_lon', 'distance_m', 'accuracy_m', 'age_s'),
    ...text('ip', 'session_id'),
  ],
  months: [
    ...text('month', 'currency_code'),
    ...volume('deposits'),
    ...volume('withdrawals'),
    ...moves('topups'),
    ...moves('adjustments_added'),
    ...moves('adjustments_taken'),
    ...moves('settlements'),
    ...moves('payouts'),
  ],
  operators: [
    ...text('email', 'name', 'role', 'has_password', 'has_two_factor', 'is_disabled'),
    ...time('created_at', 'last_seen_at'),
  ],
  partners: [
    ...text('code', 'name', 'is_enabled', 'webhook.url', 'webhook.is_enabled'),
    ...time('webhook.failing_since'),
    ...number('webhook.failures', 'webhook.pending_events'),
    ...time('webhook.oldest_pending_at'),
    ...number('lifetime_s', 'max_lifetime_s', 'reversal_window_s'),
  ],
  rates: [...text('coin', 'currency_code'), ...money('rate'), ...text('source', 'is_usable'), ...time('set_at')],
  risk: [
    ...text('cash_id', 'first_name', 'last_name', 'status', 'channel'),
    ...number('score'),
    ...text('kinds'),
    ...time('last_at'),
  ],
  sessions: [
    ...text('id', 'is_active', 'remember'),
    ...time('created_at', 'last_seen_at', 'expires_at', 'ended_at'),
    ...text('ip', 'user_agent', 'fingerprint'),
  ],
  statement: [
    ...number('number'),
    ...time('at'),
    ...text('kind', 'transaction_id', 'reference', 'request_id', 'reason'),
    ...money('amount', 'balance'),
  ],
  texts: text('key', ...languages.map((language) => `texts.${language}.text` as const)),
  topups: [
    ...text('id', 'type', 'state', 'reason', 'coin'),
    ...money('sent'),
    ...number('confirmations'),
    ...money('rate', 'offset_percent', 'received'),
    ...text('currency_code', 'reference', 'note'),
    ...time('seen_at', 'finished_at'),
  ],
  transactions: [
    ...text('transaction_id', 'reference', 'partner', 'channel', 'type', 'state', 'is_locked'),
    ...money('amount'),
    ...text('currency_code', 'player_id', 'cash_id', 'confirmed_by'),
    ...time('created_at', 'expires_at', 'closed_at', 'confirmed_at', 'reversed_at'),
  ],
}
