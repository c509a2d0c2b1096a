import { CashboxRefusal, CashboxUnreachable, createPartner, type Partner } from '@cashbox/partner'
import { atMost } from './at-most.ts'
import type { PartnerAccount } from './partner-account.ts'

export type Answer<Payload> =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly refusal: CashboxRefusal }

type CallCashbox = <Payload>(ask: (partner: Partner) => Promise<Payload>) => Promise<Answer<Payload>>

// More at once would only wait in Cashbox, and connections that wait too long are given up.
const AT_ONCE = 16

/** Calls the partner API as any partner does. Each call is made once, so that its first answer is seen. */
export function partnerClient(account: PartnerAccount, now: () => Date): CallCashbox {
  const inTurn = atMost(AT_ONCE)
  return (ask) =>
    inTurn(async () => {
      const { id, secret } = await account.key()
      try {
        const partner = createPartner({ url: account.url(), key: id, secret, tries: 1, now })
        return { ok: true, payload: await ask(partner) }
      } catch (error) {
        const refusal = error instanceof CashboxUnreachable ? error.cause : error
        if (refusal instanceof CashboxRefusal) return { ok: false, refusal }
        throw error
      }
    })
}
