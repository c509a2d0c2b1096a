import type { components, operations, webhooks } from './generated/partner-api.ts'

type Schemas = components['schemas']
type Query<Name extends keyof operations> = Readonly<NonNullable<operations[Name]['parameters']['query']>>
type Payload<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': { payload: infer Given } } } }
}
  ? Given
  : never

/** A decimal string, such as `25000.00`. Never a number: money is counted to the cent. */
export type Money = Schemas['Money']
/** Whole seconds since 1970. */
export type Seconds = number
export type Metadata = Schemas['Metadata']

export type Transaction = Schemas['PartnerTransaction']
export type TransactionType = Transaction['type']
export type TransactionState = Transaction['state']
export type TransactionFilter = Query<'listTransactions'>
type CreateBody = NonNullable<operations['createTransaction']['requestBody']>['content']['application/json']
export type NewTransaction = Readonly<Omit<CreateBody, 'amount'>> & {
  /** At most two decimals, above zero. */
  readonly amount: Money
}
export type CreatedTransaction = Payload<'createTransaction'>
/** What became of one of many. */
export type CreateOutcome = Payload<'createTransactions'>['list'][number]

/** The body of a webhook, told apart by its `type`. Ignore types that you don't know: there may be more one day. */
export type PartnerEvent = Schemas['PartnerEvent'] | Schemas['WebhookTest']
export type EventType = Exclude<keyof webhooks, 'player.verify'>
/** A player whom an agent named, and what the player wants to pay in. */
export type PlayerQuestion = Schemas['PlayerVerification']['data']
/** Whether you take a deposit for the player, and how much. */
export type PlayerAnswer = Schemas['PlayerAnswer']
/** An event with what came of sending it. */
export type Delivery = Schemas['WebhookEvent']
export type DeliveryFilter = Query<'listEvents'>
export type DeliveryPage = Payload<'listEvents'>
export type AttemptProblem = NonNullable<Schemas['DeliveryAttempt']['problem']>
export type WebhookState = Schemas['WebhookState']
export type FeedPage = Payload<'readFeed'>
/** What was sent as a test, and what your server answered. */
export type TestDelivery = Schemas['TestDelivery']
export type TestTopic = TestDelivery['type']
/** Up to 100 events by their IDs, or the failed ones of a time span. */
export type ManyEvents =
  | { readonly event_ids: readonly string[] }
  | { readonly failed_from: Seconds; readonly failed_to?: Seconds }
export type RedeliverOutcome = Payload<'redeliverEvents'>['list'][number]

/** What you and the network owe each other in one currency. */
export type Position = Schemas['Position']
/** Your positions, with the tariffs in force and those that begin later. */
export type Positions = Payload<'readPosition'>
export type StatementFilter = Query<'readStatement'>
/** What changed your balance, day by day. */
export type DailyStatement = Payload<'readStatement'>

/** A key of yours that works. */
export type OwnKey = Schemas['OwnKey']
export type Exclusion = Schemas['Exclusion']
export type RotatedKey = Payload<'rotateKey'>
/** The address of your webhook, and the types of events that it gets. */
export type WebhookSettings = Schemas['WebhookSettings']
export type EventTopic = NonNullable<WebhookSettings['event_types']>[number]

export interface Page<Item> {
  list: Item[]
  /** Give it as `cursor` for the next page; null is the end. */
  next_cursor: string | null
}

/** A closed period of a currency, with what you owe or are owed. */
export type AccountStatement = Schemas['AccountStatement']
export type AccountStatementFilter = Query<'listStatements'>
/** A statement with its payments and the signature of the network. */
export type SignedStatement = Payload<'readSignedStatement'>

/** A daily file in the list. */
export type ListedFile = Schemas['ReconciliationFile']
export type FileTotal = Schemas['ReconciliationTotal']

export interface FilePage extends Page<ListedFile> {
  /** The key of the network that signs daily files: Ed25519, 32 bytes in base64. Null before the first file. */
  public_key: string | null
}

/** A confirmation or a reversal in a daily file. */
export interface ReconciliationLine
  extends Pick<
    Transaction,
    'transaction_id' | 'reference' | 'type' | 'amount' | 'currency_code' | 'player_id' | 'cash_id' | 'metadata'
  > {
  event: FileTotal['event']
  confirmed_by: string
  at: Seconds
}
