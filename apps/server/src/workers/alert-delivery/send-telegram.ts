import * as z from 'zod/mini'
import { destinationPlace } from '../../domain/alerts/destination-place.ts'
import { type Outcome, postOutside } from '../../platform/http/post-outside.ts'
import { arrived, failed, noAnswer, refused, type Sent, waitOf } from './sent.ts'
import type { AlertDeliveryServices } from './services.ts'
import type { DueMessage } from './take-due.ts'

const TIMEOUT_MS = 20_000
/** A sent message comes back whole. */
const ANSWER_LENGTH = 32_000
const LONGEST_TEXT = 4096

const Answer = z.object({
  ok: z.boolean(),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.int()) })),
})

/** As plain text, in which nothing is markup. */
export async function sendTelegram(
  { keyring, telegramUrl, mayBePrivate }: AlertDeliveryServices,
  message: DueMessage,
  text: string,
): Promise<Sent> {
  const token = keyring.open(message.secret ?? '', destinationPlace(message.destination_id))
  const outcome = await postOutside({
    url: `${telegramUrl}/bot${token}/sendMessage`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: message.target,
      text: text.slice(0, LONGEST_TEXT),
      link_preview_options: { is_disabled: true },
    }),
    timeoutMs: TIMEOUT_MS,
    answerLength: ANSWER_LENGTH,
    mayBePrivate,
  })
  return judge(outcome)
}

/** 400 is a chat that does not exist, 401 and 404 a wrong token, 403 a bot that was blocked or removed from the chat. */
const FOR_GOOD = new Set([400, 401, 403, 404])

/** Only a clear yes counts as sent, and only a clear no of the Bot API as a refusal: a proxy may answer in its place. */
function judge(outcome: Outcome): Sent {
  if (outcome.status === null) return noAnswer(outcome)
  const answer = readAnswer(outcome.answer)
  if (outcome.status === 200 && answer?.ok === true) return arrived
  if (answer?.ok !== false) return failed('answer_unknown')
  const error = [`answered ${outcome.status}`, answer.description].filter(Boolean).join(': ')
  if (FOR_GOOD.has(outcome.status)) return refused(error)
  return failed(error, waitOf(answer.parameters?.retry_after ?? outcome.retryAfterS))
}

function readAnswer(text: string) {
  try {
    return Answer.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
