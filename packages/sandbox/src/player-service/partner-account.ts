import { CashboxRefusal, CashboxUnreachable, createPartner, type Partner } from '@cashbox/partner'

/** Whom a transaction is for: any agent of a channel, or one cashbox. */
export type Target = ({ readonly channel: string } | { readonly cash_id: string }) & { readonly currency_code: string }

export interface NamedTarget {
  readonly target: Target
  readonly label: string
}

export interface WebhookSetting {
  readonly url: string
  readonly secret: string
  /** Cashbox sends nothing more, until the address is set again. */
  readonly isOff: boolean
  /** It goes to a program of the developer's own, and not to this page. */
  readonly isElsewhere: boolean
}

/** What the operator has set up for this player service, and where Cashbox answers it. */
export interface PartnerAccount {
  /** Where Cashbox answers, known once it listens. */
  url(): string
  key(): Promise<{ readonly id: string; readonly secret: string }>
  webhook(): Promise<WebhookSetting>
  /** Sets and enables the webhook address; null for this page. The secret stays. Refused for what is no address. */
  setWebhookUrl(url: string | null): Promise<void>
  /** Confirms a transaction as an agent would. Null when that is done; otherwise what the agent was answered. */
  confirm(
    transactionId: string,
  ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> } | null>
  /** Leaves the key so many calls until the window of its rate limit ends. */
  leaveCalls(left: number): Promise<void>
  /** Brings every expiry, next try and recurring work so much closer, and ends days so much earlier, with their files. */
  moveTime(seconds: number): Promise<void>
  /** Channels first, then cashboxes. */
  targets(): Promise<readonly NamedTarget[]>
  /** The one that is asked for, or the first channel; null when there is none. */
  findTarget(filter: { readonly channel?: string; readonly cash_id?: string }): Promise<Target | null>
}

export type Answer<Payload> =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly refusal: CashboxRefusal }

/** For a view that shows a refusal in its own place. */
export const answerOf = <Payload>(asked: Promise<Payload>): Promise<Answer<Payload>> =>
  asked.then(
    (payload) => ({ ok: true, payload }),
    (error: unknown) => ({ ok: false, refusal: refusalIn(error) }),
  )

/** What Cashbox refused. Any other error goes on. */
export function refusalIn(error: unknown): CashboxRefusal {
  if (error instanceof CashboxRefusal) return error
  throw error
}

export type CallCashbox = <Payload>(ask: (partner: Partner) => Promise<Payload>) => Promise<Payload>

// More at once would only wait in Cashbox, and connections that wait too long are given up.
const AT_ONCE = 16

/** Calls the partner API as any partner does. Each call is made once, so that its first answer or refusal is seen. */
export function partnerClient(account: PartnerAccount, now: () => Date): CallCashbox {
  const inTurn = atMost(AT_ONCE)
  return (ask) =>
    inTurn(async () => {
      const { id, secret } = await account.key()
      try {
        const partner = createPartner({ url: account.url(), key: id, secret, tries: 1, now })
        return await ask(partner)
      } catch (error) {
        const { cause } = error instanceof CashboxUnreachable ? error : {}
        throw cause instanceof CashboxRefusal ? cause : error
      }
    })
}

/** Runs at most so many at a time; the others wait their turn. */
export function atMost(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limit) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The turn is handed on as it is, so that no one slips in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
