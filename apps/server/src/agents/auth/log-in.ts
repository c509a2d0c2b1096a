import type { logIn as call, ParsedInputOf, SignIn } from '@cashbox/contract'
import { matchPassword } from '../../access/passwords.ts'
import { bool, text, uuid } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { refusal } from '../../platform/refusal.ts'
import { checkAttempt } from './check-attempt.ts'
import type { AuthServices } from './services.ts'
import { openDemo, signIn } from './sign-in.ts'
import { tellOfNewLogIn } from './tell-of-new-log-in.ts'

/** The same answer, after the same work, for a wrong password and an unknown address. */
export async function logIn(
  services: AuthServices,
  input: ParsedInputOf<typeof call>,
  caller: Caller,
): Promise<SignIn> {
  const { db, limits, captcha } = services
  await limits.spend('login-address', caller.ip)
  await captcha.check('login', input, caller.ip)
  const giveBack = await checkAttempt(services, input.email, caller, input)

  const agent = await findByPassword(services, input.email, input.password)
  if (!agent) throw refusal('credentials_wrong')

  await Promise.all([giveBack(), limits.giveBack('login-address', caller.ip)])
  const { isTold, signedIn } = await db.transaction(async (tx) => {
    // The demo's password went out by mail only, so knowing it proves the address.
    if (agent.is_demo) await openDemo(services, tx, agent.id)
    return {
      isTold: !agent.is_demo && (await tellOfNewLogIn(services, tx, agent.id, caller, input)),
      signedIn: await signIn(services, tx, agent.id, input.rememberMe ?? false, caller, input),
    }
  })
  if (isTold) services.onNotice(agent.id)
  return signedIn
}

/** One address can have a real and a demo account; the password decides between them. */
async function findByPassword({ db }: AuthServices, email: string, password: string) {
  const candidates = await db.query(sql`select id, is_demo, password_hash from agent where email = ${email}`, {
    id: uuid,
    is_demo: bool,
    password_hash: text,
  })
  const real = candidates.find(({ is_demo }) => !is_demo)
  const demo = candidates.find(({ is_demo }) => is_demo)
  const [isReal, isDemo] = await Promise.all([
    matchPassword(real?.password_hash, password),
    matchPassword(demo?.password_hash, password),
  ])
  return isReal ? real : isDemo ? demo : undefined
}
