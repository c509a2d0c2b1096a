import { TransactionType } from '../agent/payments.ts'
import { Failure, Nothing } from '../endpoint.ts'
import * as money from '../money.ts'
import * as partner from '../partner/index.ts'
import { allOf, answerHeader, type DescribedApi, everyNote, everyRefusal, languageHeader } from './document.ts'
import type { Notes } from './schema.ts'

const inHeader = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description })

const securitySchemes = {
  key: inHeader('cashbox-key', 'Your key, `pk_…`.'),
  id: inHeader('webhook-id', 'A new ID for each request, such as a UUID: 1 to 200 visible ASCII characters.'),
  timestamp: inHeader('webhook-timestamp', 'Seconds since the epoch.'),
  signature: inHeader('webhook-signature', '`v2,` and the base64 of an HMAC-SHA-256 of the request.'),
}

const notes: Notes = {
  ...everyNote,
  WebhookState: 'How your webhook is doing.',
  Metadata: 'Texts that you keep with a transaction.',
  transaction_id: 'Ten letters and digits that the player shows to the agent.',
  reference: 'Your own name for it.',
  type: '`deposit`: the player brings cash. `withdraw`: the player is paid.',
  currency_code: 'That of the channel.',
  player_id: 'Your player. Agents see it masked until they have confirmed.',
  channel: 'Any agent of this channel may confirm it.',
  'createTransaction.reference':
    'Your own name for it. Asked again with the same one, you get the first transaction again.',
  'createTransaction.channel': 'Any agent of this channel may confirm it. Name this or `cash_id`.',
  'createTransaction.cash_id': 'Only this cashbox may confirm it. Name this or `channel`.',
  cash_id: 'The only cashbox that can confirm it, or null for any cashbox in the channel.',
  confirmed_by: 'The cashbox that confirmed it; still named after a reversal.',
  locked_by: 'The cashbox where the wrong codes were typed.',
  timestamp: 'The moment itself, to the millisecond.',
  metadata: 'Up to 10 texts of your own, given back everywhere: names of up to 40 characters, values of up to 200.',
  delivered_at: 'When an attempt was answered with 2xx.',
  security_code: 'Of a withdrawal, for a day: what the player tells the agent.',
  state: 'Only those in this state.',
  'PartnerTransaction.state':
    '`open`, and then `confirmed`, `expired` or `cancelled`; a confirmed one may be `reversed`.',
  'WebhookEvent.type': 'What happened.',
  created_from: 'The first second, since the epoch.',
  created_to: 'The last second, since the epoch.',
  reason: 'Why it is reversed. The agent can read it.',
  event_id: 'The `webhook-id` of the event.',
  duration_ms: 'Time until the answer, or until it was given up.',
  status: 'Null if there was no answer.',
  problem: 'Why it was not a success; null for 2xx.',
  error: 'What the connection said, if there was no answer.',
  answer: 'The first 1,024 characters of the response body.',
  day: 'A UTC day that is over, such as `2026-11-15`.',
  form: '`jsonl` is signed; `csv` has the same lines for a spreadsheet.',
  request_id: 'Give this ID to the operator of the network.',
}

const summaries: Readonly<Record<partner.TestTopic, string>> = {
  'webhook.test': 'You or an operator sent a test event.',
  'transaction.confirmed': 'Cash changed hands. Credit or debit the player now.',
  'transaction.expired': 'No player came in time.',
  'transaction.cancelled': 'You cancelled it.',
  'transaction.reversed': 'A confirmation was taken back.',
  'transaction.locked': 'Five wrong security codes. It stays open, and can not be confirmed until you unlock it.',
  'position.low': 'Less is left for withdrawals than the agreed level.',
  'position.exhausted': 'Nothing is left for withdrawals: new ones are refused.',
  'position.restored': 'Enough is left for withdrawals again.',
  'statement.closed': 'A statement of account was closed and signed.',
}

/** `transaction.confirmed` → `TransactionConfirmed` */
const nameOf = (type: string) => type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())

const events = [...partner.PartnerEvent.def.options, partner.TestEvent].map((body) => {
  const type = body.shape.type.def.values[0] as keyof typeof summaries
  return { type, name: nameOf(type), body, summary: summaries[type] }
})

const permissions = new Map(partner.partnerApi)

/** `comments` are those of the contract's fields. */
export const describePartnerApi = (comments: Notes): DescribedApi => ({
  title: 'Cashbox partner API',
  calls: partner.partnerApi.map(([call]) => call),
  modules: {
    ...partner,
    ...money,
    Failure,
    Nothing,
    TransactionType,
    ...Object.fromEntries(events.map(({ name, body }) => [name, body])),
  },
  notes: { ...notes, ...comments },
  commonRefusals: [
    ...everyRefusal,
    'signature_invalid',
    'signature_outdated',
    'timestamp_invalid',
    'permission_missing',
    'address_not_allowed',
    'not_found',
    'request_replayed',
    'secret_unreadable',
  ],
  canRefuse: ({ path }, code) => code !== 'not_found' || path.includes(':'),
  statusNotes: { 401: 'The signature is not valid.', 403: 'The key may not do this, or not from this address.' },
  securityOf: () => [allOf(securitySchemes)],
  securitySchemes,
  headersOf: () => [languageHeader],
  // Before the signature is checked, no key is known to count for.
  answerHeaders: (status) =>
    status === 401
      ? {}
      : {
          ...answerHeader('RateLimit-Policy', 'Calls that a key may make, and the seconds of the window.', 'string'),
          ...answerHeader('RateLimit', 'Calls that are left, and the seconds until the window ends.', 'string'),
        },
  describe: (call) => `Requires the permission \`${permissions.get(call) ?? ''}\`.`,
  webhooks: {
    ...Object.fromEntries(events.map(({ type, summary, body }) => [type, { summary, body }])),
    'player.verify': {
      summary: 'An agent wants to take a deposit for a player. Sent to the address that answers for your players.',
      body: partner.PlayerVerification,
      answer: partner.PlayerAnswer,
    },
  },
})
