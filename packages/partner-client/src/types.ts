/** A decimal string with two decimals, such as `25000.00`. Never a number: money is counted to the cent. */
export type Money = string
/** Whole seconds since 1970. */
export type Seconds = number

/** Names of up to 40 letters, digits and `. _ -`, values of up to 200 characters. */
export type Metadata = Record<string, string>

export type TransactionType = 'deposit' | 'withdraw'
export type TransactionState = 'open' | 'confirmed' | 'expired' | 'cancelled' | 'reversed'

export interface NewTransaction {
  /** Your own name for it, once and for all. It keeps a repeated call from opening a second transaction. */
  readonly reference: string
  readonly type: TransactionType
  /** At most two decimals, above zero. */
  readonly amount: Money
  readonly currency_code: string
  readonly player_id: string
  /** Any agent of this channel may confirm it. Name this or `cash_id`. */
  readonly channel?: string
  /** Only this cashbox may confirm it. */
  readonly cash_id?: string
  /** At most 10 texts of your own, given back wherever the transaction is. */
  readonly metadata?: Metadata
  /** Seconds from now. Without it: a day, or what was agreed with you. */
  readonly expires_in?: number
  readonly expires_at?: Seconds
}

export interface Transaction {
  transaction_id: string
  reference: string | null
  type: TransactionType
  state: TransactionState
  /** True after five wrong codes, until it is unlocked. */
  is_locked: boolean
  amount: Money
  currency_code: string
  channel: string
  /** The only cashbox that can confirm it, or null for any cashbox in the channel. */
  cash_id: string | null
  player_id: string
  metadata: Metadata
  created_at: Seconds
  expires_at: Seconds
  /** When it was cancelled or expired. */
  closed_at: Seconds | null
  confirmed_at: Seconds | null
  /** The cashbox that confirmed it. */
  confirmed_by: string | null
  reversed_at: Seconds | null
}

export interface CreatedTransaction {
  transaction: Transaction
  /** For a withdrawal, for a day: what the player tells the agent. */
  security_code: string | null
}

/** What became of one of many. */
export interface CreateOutcome {
  reference: string | null
  /** Null if it was refused. */
  transaction: Transaction | null
  security_code: string | null
  refusal: { code: string; message: string; errors: Record<string, string[]> } | null
}

export interface TransactionFilter {
  readonly reference?: string
  readonly state?: TransactionState
  readonly type?: TransactionType
  readonly created_from?: Seconds
  readonly created_to?: Seconds
  /** Of a page: at most 100. */
  readonly limit?: number
  readonly cursor?: string
}

export type EventType = `transaction.${'confirmed' | 'expired' | 'cancelled' | 'reversed' | 'locked'}`

export type AttemptProblem =
  | 'timed_out'
  | 'connection_refused'
  | 'connection_lost'
  | 'host_unknown'
  | 'certificate_invalid'
  | 'no_tls'
  | 'address_private'
  | 'address_invalid'
  | 'secret_unreadable'
  | 'not_sent'
  | 'redirected'
  | 'protocol_switched'
  | 'gone'
  | 'rejected'
  | 'server_failed'

/** An event with what came of sending it. */
export interface Delivery {
  /** Sent as `webhook-id` with every attempt. */
  id: string
  type: EventType
  transaction_id: string
  reference: string | null
  created_at: Seconds
  delivered_at: Seconds | null
  /** Null once it is delivered, and while something else is tried first: see `webhook`. */
  next_attempt_at: Seconds | null
  /** The headers that every attempt has; each has a time and a signature of its own. */
  headers: Record<string, string>
  /** The body exactly as it is sent. */
  body: string
  attempt_count: number
  /** Newest first, at most 20. Those of a delivered event are kept for 90 days. */
  attempts: {
    number: number
    at: Seconds
    duration_ms: number
    /** Null if there was no answer. */
    status: number | null
    /** Why it was not a success; null for 2xx. */
    problem: AttemptProblem | null
    error: string | null
    /** The first 1,024 characters of the answer. */
    answer: string | null
  }[]
}

/** One that means nothing, or a sample of a kind: of the transaction `TEST`, with `test` in its metadata. */
export type TestTopic = 'webhook.test' | EventType

/** What was sent as a test, and what your server answered. */
export interface TestDelivery {
  id: string
  type: TestTopic
  body: string
  at: Seconds
  duration_ms: number
  /** Null if there was no answer. */
  status: number | null
  /** Why it was not a success; null for 2xx. */
  problem: AttemptProblem | null
  error: string | null
  /** The first 1,024 characters of the answer. */
  answer: string | null
}

export interface DeliveryFilter {
  readonly event_id?: string
  readonly transaction_id?: string
  readonly reference?: string
  readonly type?: EventType
  /** `failed`: pending, and the last attempt failed. */
  readonly state?: 'pending' | 'failed' | 'delivered'
  readonly created_from?: Seconds
  readonly created_to?: Seconds
  readonly limit?: number
  readonly cursor?: string
}

/** Up to 100 events by their IDs, or the failed ones of a time span. */
export type ManyEvents =
  | { readonly event_ids: readonly string[] }
  | { readonly failed_from: Seconds; readonly failed_to?: Seconds }

export interface RedeliverOutcome {
  id: string
  outcome: 'due' | 'not_found'
}

export interface WebhookState {
  state: 'working' | 'failing' | 'stopped' | 'unset'
  failing_since: Seconds | null
}

export interface Page<Item> {
  list: Item[]
  /** Give it as `cursor` for the next page; null is the end. */
  next_cursor: string | null
}

export interface DeliveryPage extends Page<Delivery> {
  webhook: WebhookState
}

interface Told<Type extends EventType, State extends TransactionState, ConfirmedBy extends string | null> {
  type: Type
  /** When it happened, to the millisecond. */
  timestamp: string
  data: {
    transaction_id: string
    reference: string | null
    type: TransactionType
    state: State
    amount: Money
    currency_code: string
    player_id: string
    metadata: Metadata
    /** The only cashbox that can confirm it, or null for any cashbox in the channel. */
    cash_id: string | null
    /** The cashbox that confirmed it. */
    confirmed_by: ConfirmedBy
    at: Seconds
  }
}

/** The body of a webhook, told apart by its `type`. */
export type PartnerEvent =
  | Told<'transaction.confirmed', 'confirmed', string>
  | Told<'transaction.expired', 'expired', null>
  | Told<'transaction.cancelled', 'cancelled', null>
  | (Told<'transaction.reversed', 'reversed', string> & { data: { reason: string } })
  | (Told<'transaction.locked', 'open', null> & {
      data: {
        /** The cashbox where the wrong codes were typed. */
        locked_by: string
      }
    })

export interface FeedPage {
  list: {
    /** The `webhook-id` of the same event. */
    id: string
    event: PartnerEvent
  }[]
  /** Give it as `after` of the next call. The list is shorter than `limit` when there is no more for now. */
  next_cursor: string
}

/** A confirmation or a reversal in a daily file. */
export interface ReconciliationLine {
  event: 'confirmed' | 'reversed'
  transaction_id: string
  reference: string | null
  type: TransactionType
  amount: Money
  currency_code: string
  player_id: string
  cash_id: string | null
  confirmed_by: string
  metadata: Metadata
  at: Seconds
}

export interface FileTotal {
  event: 'confirmed' | 'reversed'
  type: TransactionType
  currency_code: string
  count: number
  sum: Money
}

/** A daily file in the list. */
export interface ListedFile {
  /** A UTC day, such as `2026-11-15`. */
  day: string
  lines: number
  /** In bytes. */
  size: number
  /** Of the whole file. */
  sha256: string
  /** That of the day before; null for your first one. */
  previous: string | null
  totals: FileTotal[]
  made_at: Seconds
}

/** A key of the network that signs daily files. */
export interface FileKey {
  id: string
  /** Ed25519, 32 bytes in base64. */
  public_key: string
  created_at: Seconds
  /** When it begins to sign. Keep it before. */
  signs_from: Seconds
}

export interface FilePage extends Page<ListedFile> {
  keys: FileKey[]
}
