import { languages } from '@cashbox/contract'
import type { ExportedTable } from '@cashbox/contract/operator'

/** How a value is written: money and numbers can be added up in a spreadsheet, a time is a UTC time. */
type Kind = 'text' | 'number' | 'money' | 'time'

export interface Column {
  readonly name: string
  /** A dot leads into an object. */
  readonly path: string
  readonly kind: Kind
}

const columns =
  (kind: Kind) =>
  (paths: string): Column[] =>
    paths
      .split(' ')
      .map((path) => ({ name: `${path.replaceAll('.', '_')}${kind === 'time' ? '_utc' : ''}`, path, kind }))

const text = columns('text')
const number = columns('number')
const money = columns('money')
const time = columns('time')

const volume = (name: string) => [...number(`${name}.count`), ...money(`${name}.sum ${name}.fee`)]
const moves = (name: string) => [...number(`${name}.count`), ...money(`${name}.sum`)]

/** What the file of each list holds, in this order. */
export const exportedColumns: { readonly [Table in ExportedTable]: readonly Column[] } = {
  agents: [
    ...text('cash_id status first_name last_name email is_email_verified phone country_code city channel.code'),
    ...money('balance'),
    ...text('channel.currency_code'),
    ...time('asked_at created_at'),
  ],
  audit: [
    ...number('number'),
    ...time('at'),
    ...text('actor action subject_kind subject_id reason before after ip hash'),
  ],
  channels: text('code name currency_code is_demo fees'),
  choices: text('kind code name is_offered'),
  confirmations: [
    ...number('number'),
    ...text('transaction_id type'),
    ...money('amount fee'),
    ...number('fee_bp'),
    ...text('player_id'),
    ...time('finished_at reversed_at'),
  ],
  'held-topups': [
    ...text('id cash_id type reason coin'),
    ...money('sent received'),
    ...text('currency_code sender reference txid'),
    ...time('seen_at'),
  ],
  locations: [
    ...number('number'),
    ...text('transaction_id'),
    ...time('at'),
    ...number('geo_lat geo_lon distance_m accuracy_m age_s'),
    ...text('ip session_id'),
  ],
  'money-requests': [
    ...number('number'),
    ...text('kind state cash_id'),
    ...money('amount'),
    ...text('asset topup_id transaction_id'),
    ...money('rate offset_percent'),
    ...text('paid_to reason needs_second requested_by.name'),
    ...time('requested_at'),
    ...text('decided_by.name'),
    ...time('decided_at'),
    ...text('note failure transfer_id id'),
  ],
  months: [
    ...text('month currency_code'),
    ...volume('deposits'),
    ...volume('withdrawals'),
    ...['topups', 'adjustments_added', 'adjustments_taken', 'settlements', 'payouts'].flatMap(moves),
  ],
  operators: [...text('email name role has_second_factor is_disabled'), ...time('created_at last_seen_at')],
  partners: [
    ...text('code name is_on webhook.url webhook.is_on'),
    ...time('webhook.failing_since'),
    ...number('webhook.failures webhook.waiting'),
    ...time('webhook.oldest_waiting_at'),
    ...number('lifetime_s max_lifetime_s reversal_window_s'),
  ],
  rates: [...text('coin currency_code'), ...money('rate'), ...text('source is_usable'), ...time('set_at')],
  risk: [
    ...text('cash_id first_name last_name status channel'),
    ...number('score'),
    ...text('kinds'),
    ...time('last_at'),
  ],
  sessions: [
    ...text('id is_open remember'),
    ...time('created_at last_seen_at expires_at ended_at'),
    ...text('ip user_agent fingerprint'),
  ],
  statement: [
    ...number('number'),
    ...time('at'),
    ...text('kind transaction_id reference request_id reason'),
    ...money('amount balance'),
  ],
  texts: text(['key', ...languages.map((language) => `texts.${language}.text`)].join(' ')),
  topups: [
    ...text('id type state reason coin'),
    ...money('sent'),
    ...number('confirmations'),
    ...money('rate offset_percent received'),
    ...text('currency_code reference note'),
    ...time('seen_at finished_at'),
  ],
  transactions: [
    ...text('transaction_id reference partner channel type state is_locked'),
    ...money('amount'),
    ...text('currency_code player_id cash_id confirmed_by'),
    ...time('created_at expires_at closed_at confirmed_at reversed_at'),
  ],
}
