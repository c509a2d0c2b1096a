import { formatMinor } from '@cashbox/contract'
import { PlayerAnswer, type PlayerVerification } from '@cashbox/contract/partner'
import { uuidv7 } from 'uuidv7'
import { changeCount } from '../platform/delivery/run-deliveries.ts'
import type { Outcome } from '../platform/http/post-outside.ts'
import { parseJson } from '../platform/parse-json.ts'
import type { Services } from '../platform/services.ts'
import { type Receiver, sendWebhook } from './webhooks/send-webhook.ts'

interface PlayerQuestion {
  readonly playerId: string
  readonly amount: bigint
  readonly currencyCode: string
  readonly channel: string
  readonly cashId: string
}

/** `unknown`: no answer in time, or one that makes no sense. It is never taken for a yes. */
type PlayerVerdict =
  | { readonly kind: 'accepted'; readonly name: string; readonly minAmount: bigint; readonly maxAmount: bigint }
  | { readonly kind: 'refused'; readonly isKnown: boolean }
  | { readonly kind: 'unknown' }

/** For the whole exchange, the name server included. */
const TIMEOUT_MS = 3_000

/** Of one partner in this process. A partner that keeps them all waiting is not asked more, and others are. */
const MOST_AT_ONCE = 10

/** Asks a partner about a player, once. Holds no connection to the database meanwhile. */
export function createPlayerVerifier(services: Pick<Services, 'keyring' | 'config' | 'clock' | 'log'>) {
  const underWay = new Map<string, number>()
  return async (receiver: Receiver, question: PlayerQuestion): Promise<PlayerVerdict> => {
    const id = receiver.partner_id
    const note = (problem: string) => services.log.warn({ partnerId: id, problem }, 'player not checked')
    if ((underWay.get(id) ?? 0) >= MOST_AT_ONCE) {
      note('too many at once')
      return { kind: 'unknown' }
    }
    changeCount(underWay, id, 1)
    try {
      const at = services.clock.now()
      const message = { id: uuidv7(), body: JSON.stringify(toRequest(question, at)) }
      const outcome = await sendWebhook(services, receiver, message, at, TIMEOUT_MS)
      const verdict = readVerdict(outcome)
      if (verdict.kind === 'unknown') note(outcome.status === null ? outcome.problem : `answer ${outcome.status}`)
      return verdict
    } finally {
      changeCount(underWay, id, -1)
    }
  }
}

const toRequest = (question: PlayerQuestion, at: Date): PlayerVerification => ({
  type: 'player.verify',
  timestamp: at.toISOString(),
  data: {
    player_id: question.playerId,
    amount: formatMinor(question.amount),
    currency_code: question.currencyCode,
    channel: question.channel,
    cash_id: question.cashId,
  },
})

const OK = 200

function readVerdict(outcome: Outcome): PlayerVerdict {
  const answer = outcome.status === OK ? parseJson(PlayerAnswer, outcome.answer) : null
  if (!answer) return { kind: 'unknown' }
  if (answer.result === 'refused') return { kind: 'refused', isKnown: answer.reason !== 'player_unknown' }
  const { min_amount: minAmount, max_amount: maxAmount } = answer
  const name = maskName(answer.name)
  if (name === '' || minAmount > maxAmount) return { kind: 'unknown' }
  return { kind: 'accepted', name, minAmount, maxAmount }
}

const MOST_WORDS = 3

/** "Aziz Karimov" → "A*** K***". Only first letters, so no number, link or mark of direction gets through. */
export const maskName = (name: string): string =>
  name
    .normalize('NFC')
    .split(/[\s\p{Cc}]+/u)
    .flatMap((word) => /^\p{L}\p{M}?/u.exec(word.replaceAll(/\p{C}/gu, ''))?.[0] ?? [])
    .slice(0, MOST_WORDS)
    .map((letter) => `${letter}***`)
    .join(' ')
