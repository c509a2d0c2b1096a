import type { verifyDemo as call, ParsedInputOf, SignIn } from '@cashbox/contract'
import type { Caller } from '../../platform/http/read-headers.ts'
import { useLink } from './mail-link.ts'
import type { AuthServices } from './services.ts'
import { openDemo, signIn } from './sign-in.ts'

type Input = ParsedInputOf<typeof call>

export async function verifyDemo(services: AuthServices, input: Input, caller: Caller): Promise<SignIn> {
  const { db, clock, limits } = services
  await limits.spend('link-address', caller.ip)
  return db.transaction(async (tx) => {
    const agentId = await useLink(tx, clock, 'demo', input.hash)
    await openDemo(services, tx, agentId)
    return signIn(services, tx, agentId, true, caller, input)
  })
}
