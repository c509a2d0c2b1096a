import * as z from 'zod/mini'
import { endpoint, FileAnswer } from '../endpoint.ts'
import { type ExportedTable, exportFormats, exportList } from './exports.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

/** The most rows that can be chosen by hand for one file. */
export const MOST_PICKED_ROWS = 10_000

/** In the answer to a wish for chosen rows: how many of them the list no longer has. */
export const MISSING_ROWS_HEADER = 'x-cashbox-missing-rows'

/** `columns` are those of the console, in its order; without them the file has all that it can have. */
export const PickedRows = z.strictObject({
  format: z.enum(exportFormats),
  keys: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(MOST_PICKED_ROWS)),
  columns: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(40))),
  filters: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
})
export type PickedRows = z.infer<typeof PickedRows>

export const exportRows = endpoint({
  method: 'POST',
  path: exportList.path,
  access: 'operator',
  readsReplica: true,
  summary: 'Export chosen rows of a list as a file, for the roles that may see the list.',
  input: z.extend(PickedRows, { table: z.string() }),
  output: FileAnswer,
  files: exportFormats,
  bodyBytes: 1024 * 1024,
})

export const exportCalls: readonly OperatorCall[] = [
  [exportList, operatorRoles],
  [exportRows, operatorRoles],
]

interface PickedTable {
  /** The field that tells a row from all others, or the fields that do so together. */
  readonly key: string | readonly string[]
  /** For each column of the console what the file has of it. A column that is not here has the same name in both. */
  readonly columns: Readonly<Record<string, readonly string[]>>
}

/** The lists of which rows can be chosen for a file. */
export const pickedTables = {
  agents: {
    key: 'id',
    columns: {
      name: ['first_name', 'last_name'],
      email: ['email', 'is_email_verified'],
      channel: ['channel_code'],
      city: ['city', 'country_code'],
      asked: ['info_requested_at_utc'],
      created: ['created_at_utc'],
    },
  },
  'approval-requests': {
    key: 'id',
    columns: {
      subject: ['subject_name'],
      amount: ['amount', 'asset'],
      by: ['requested_by_name'],
      at: ['requested_at_utc'],
    },
  },
  audit: { key: 'number', columns: { at: ['at_utc'], subject: ['subject_kind', 'subject_id'] } },
  channels: {
    key: 'code',
    columns: {
      kind: ['is_demo'],
      currency: ['currency_code'],
      deposit_fee: ['fees'],
      withdraw_fee: ['fees'],
      next: ['fees'],
    },
  },
  choices: { key: ['kind', 'code'], columns: { name: ['kind', 'code', 'name'], offer: ['is_offered'] } },
  confirmations: {
    key: 'number',
    columns: {
      id: ['transaction_id'],
      player: ['player_id'],
      fee: ['fee', 'fee_bp'],
      at: ['finished_at_utc', 'reversed_at_utc'],
    },
  },
  'held-topups': {
    key: 'id',
    columns: {
      sent: ['sent', 'coin'],
      received: ['received', 'currency_code'],
      request: [],
      seen: ['seen_at_utc'],
    },
  },
  locations: {
    key: 'number',
    columns: {
      at: ['at_utc'],
      transaction: ['transaction_id'],
      place: ['geo_lat', 'geo_lon'],
      distance: ['distance_m'],
      accuracy: ['accuracy_m'],
      age: ['age_s'],
    },
  },
  operators: {
    key: 'id',
    columns: {
      standing: ['is_disabled', 'has_password'],
      factor: ['has_two_factor'],
      last_seen_at: ['last_seen_at_utc'],
      created_at: ['created_at_utc'],
    },
  },
  partners: {
    key: 'code',
    columns: {
      standing: ['is_enabled'],
      keys: [],
      webhook: ['webhook_url', 'webhook_is_enabled'],
      failing: ['webhook_failing_since_utc'],
      waiting: ['webhook_pending_events'],
    },
  },
  risk: { key: 'cash_id', columns: { name: ['first_name', 'last_name'], last_at: ['last_at_utc'] } },
  sessions: {
    key: 'id',
    columns: {
      state: ['is_active', 'ended_at_utc'],
      device: ['user_agent'],
      begun: ['created_at_utc'],
      seen: ['last_seen_at_utc'],
      end: [],
    },
  },
  statement: {
    key: 'number',
    columns: { at: ['at_utc'], source: ['transaction_id', 'reference', 'request_id', 'reason'] },
  },
  texts: {
    key: 'key',
    columns: {
      english: ['texts_en_text'],
      text: ['texts_en_text', 'texts_ru_text', 'texts_es_text', 'texts_fr_text', 'texts_tr_text', 'texts_ar_text'],
      state: [],
    },
  },
  topups: {
    key: 'id',
    columns: {
      state: ['state', 'reason'],
      sent: ['sent', 'coin'],
      received: ['received', 'currency_code'],
      seen: ['seen_at_utc'],
    },
  },
  transactions: {
    key: 'transaction_id',
    columns: {
      id: ['transaction_id'],
      state: ['state', 'is_locked'],
      amount: ['amount', 'currency_code'],
      player: ['player_id'],
      cash_id: ['cash_id', 'confirmed_by'],
      created: ['created_at_utc'],
      confirmed: ['confirmed_at_utc'],
    },
  },
} as const satisfies Partial<Record<ExportedTable, PickedTable>>

export type PickedTableName = keyof typeof pickedTables

/** What names a row among those that are chosen. */
export const keyOfPicked = (table: PickedTableName, row: object): string => {
  const { key }: PickedTable = pickedTables[table]
  return [key]
    .flat()
    .map((field) => String((row as Readonly<Record<string, unknown>>)[field]))
    .join(':')
}
