import { verifyStatement } from './daily-file.ts'
import { downloadFile, type OwnRecord, type ReconcileOptions, reconcile } from './reconcile.ts'
import { createSend, type PartnerOptions } from './send.ts'
import type {
  AccountStatement,
  AccountStatementFilter,
  CreatedTransaction,
  CreateOutcome,
  DailyStatement,
  Delivery,
  DeliveryFilter,
  DeliveryPage,
  EventTopic,
  Exclusion,
  FeedPage,
  FilePage,
  ListedFile,
  ManyEvents,
  NewTransaction,
  OwnKey,
  Page,
  Positions,
  RedeliverOutcome,
  RotatedKey,
  SignedStatement,
  StatementFilter,
  TestDelivery,
  TestTopic,
  Transaction,
  TransactionFilter,
  WebhookSettings,
} from './types.ts'

type PageFilter = { readonly limit?: number; readonly cursor?: string }

export type Partner = ReturnType<typeof createPartner>

/** The partner API of one network, with one key. Calls that get no answer are made again; see `CashboxUnreachable`. */
export function createPartner(options: PartnerOptions) {
  const send = createSend(options)
  const ask = async <Payload>(call: Parameters<typeof send>[0]) =>
    ((await (await send(call)).json()) as { payload: Payload }).payload
  const get = <Payload>(path: string, query: object = {}) =>
    ask<Payload>({ method: 'GET', path: `${path}${queryOf(query)}` })
  const post = <Payload>(path: string, body?: unknown) => ask<Payload>({ method: 'POST', path, body })
  const changeStatement = async (id: string, what: string, body?: unknown) =>
    (await post<{ statement: AccountStatement }>(`${statement(id)}/${what}`, body)).statement
  const change = async (transactionId: string, what: string, body?: unknown) =>
    (await post<{ transaction: Transaction }>(`${one(transactionId)}/${what}`, body)).transaction

  const listTransactions = (filter: TransactionFilter = {}) => get<Page<Transaction>>('/transactions', filter)
  const listFiles = (filter: PageFilter = {}) => get<FilePage>('/reconciliation', filter)
  const listExclusions = (filter: PageFilter = {}) => get<Page<Exclusion>>('/exclusions', filter)
  const listStatements = (filter: AccountStatementFilter = {}) => get<Page<AccountStatement>>('/statements', filter)
  const listDeliveries = (filter: DeliveryFilter = {}) => get<DeliveryPage>('/events', filter)

  return {
    transactions: {
      /** Opens one, or gives the one that has this reference already. */
      create: (asked: NewTransaction) => post<CreatedTransaction>('/transactions', asked),
      /** Opens up to 100, each with its own outcome, in the order given. */
      createMany: async (list: readonly NewTransaction[]) =>
        (await post<{ list: CreateOutcome[] }>('/transactions/bulk', { transactions: list })).list,
      read: async (transactionId: string) => (await get<{ transaction: Transaction }>(one(transactionId))).transaction,
      /** One page, newest first. */
      list: listTransactions,
      /** All of them, page after page, newest first. */
      all: (filter?: TransactionFilter) => everyItem<Transaction>(listTransactions, filter),
      /** Closes an open one. Refused when an agent was quicker. */
      cancel: (transactionId: string) => change(transactionId, 'cancel'),
      /** Allows five more tries at the security code. */
      unlock: (transactionId: string) => change(transactionId, 'unlock'),
      /** Takes a confirmation back, within the agreed time. */
      reverse: (transactionId: string, reason: string) => change(transactionId, 'reverse', { reason }),
    },
    events: {
      /** One page, newest first, with how the webhook is doing. */
      list: listDeliveries,
      all: (filter?: DeliveryFilter) => everyItem<Delivery>(listDeliveries, filter),
      /** Events in order, oldest first, from where the last call ended. Without `after`: from the first. */
      feed: (query: { readonly after?: string; readonly limit?: number } = {}) => get<FeedPage>('/events/feed', query),
      /** Sends one again now. */
      redeliver: async (eventId: string) =>
        (await post<{ event: Delivery }>(`/events/${encodeURIComponent(eventId)}/redeliver`)).event,
      /** Sends many again, each with its own outcome. For a time span: repeat it until the list is empty. */
      redeliverMany: async (events: ManyEvents) =>
        (await post<{ list: RedeliverOutcome[] }>('/events/redeliver', events)).list,
      /** Sends a test event to your webhook now, once, and waits for what your server answers. */
      test: async (type: TestTopic = 'webhook.test') =>
        (await post<{ delivery: TestDelivery }>('/events/test', { type })).delivery,
    },
    position: {
      /** What you and the network owe each other, for each currency. */
      read: () => get<Positions>('/position'),
      /** What changed your balance in one currency, day by day. */
      statement: (filter: StatementFilter) => get<DailyStatement>('/statement', filter),
    },
    webhook: {
      read: async () => (await get<{ webhook: WebhookSettings }>('/webhook')).webhook,
      /** Only these types are sent to your address; null for all. */
      setEventTypes: async (event_types: readonly EventTopic[] | null) =>
        (await post<{ webhook: WebhookSettings }>('/webhook/event-types', { event_types })).webhook,
    },
    keys: {
      /** Those that work. */
      list: async () => (await get<{ list: OwnKey[] }>('/keys')).list,
      /** Replaces the key that signs. Save the secret: it is in this answer only. With a public key there is none. */
      rotate: (options: { readonly old_expires_in?: number; readonly public_key?: string } = {}) =>
        post<RotatedKey>('/keys/rotate', options),
    },
    exclusions: {
      /** One page of the players from whom no agent takes a deposit, by player ID. */
      list: listExclusions,
      all: () => everyItem<Exclusion>(listExclusions),
      /** Takes no more deposits from a player: until a time in seconds since the epoch, or for good. */
      add: async (player_id: string, until: number | null = null) =>
        (await post<{ exclusion: Exclusion }>('/exclusions', { player_id, until })).exclusion,
      remove: async (player_id: string) => {
        await post<object>('/exclusions/remove', { player_id })
      },
    },
    files: {
      /** Daily files, newest first, with the public key that verifies them. */
      list: listFiles,
      all: () => everyItem<ListedFile>(listFiles),
      /** The bytes of the file of a UTC day such as `2026-11-15`, to keep. */
      download: (day: string) => downloadFile(send, day),
    },
    statements: {
      /** Statements of account, newest first. */
      list: listStatements,
      all: (filter?: AccountStatementFilter) => everyItem<AccountStatement>(listStatements, filter),
      /** With its payments. Checks the signature of the network over the text that names the sums. */
      read: async (statementId: string) =>
        verifyStatement(await get<SignedStatement>(statement(statementId)), options.fileKey),
      accept: (statementId: string) => changeStatement(statementId, 'accept'),
      /** The operators of the network are alerted, and read the reason. */
      dispute: (statementId: string, reason: string) => changeStatement(statementId, 'dispute', { reason }),
    },
    /** Downloads the file of a UTC day such as `2026-11-15`, verifies it, and compares it with your records. */
    reconcile: <Own extends OwnRecord>(day: string, comparison?: ReconcileOptions<Own>) =>
      reconcile({ send, listFiles, fileKey: options.fileKey }, day, comparison),
  }
}

const statement = (statementId: string) => `/statements/${encodeURIComponent(statementId)}`

const one = (transactionId: string) => `/transactions/${encodeURIComponent(transactionId)}`

function queryOf(query: object): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return given.size === 0 ? '' : `?${given.toString()}`
}

/** Every item of a list, fetched page by page as they are used. */
async function* everyItem<Item, Filter extends object = object>(
  list: (filter: Filter) => Promise<Page<Item>>,
  filter = {} as Filter,
): AsyncGenerator<Item, void, undefined> {
  let page = await list(filter)
  for (;;) {
    yield* page.list
    if (page.next_cursor === null) return
    page = await list({ ...filter, cursor: page.next_cursor })
  }
}
