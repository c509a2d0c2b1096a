import { agentApi } from '@cashbox/contract'
import { operatorRoles } from '@cashbox/contract/operator'
import { agentId, confirmation, tokenOf, transactionId } from '../common/database.ts'
import { permissions } from './permissions.ts'
import type { Tally } from './tally.ts'
import type { People, Target } from './target.ts'

const REFUSED = [401, 403]
const PARTNER = '/partner/v1'

/** Every call by everyone who may not make it. */
export async function attackRoleByRole(people: People, tally: Tally) {
  const agent = { authorization: `Bearer ${tokenOf(3)}` }
  const operator = { cookie: people.operators.support.cookie() }
  const nobody = { 'no one': {}, 'a made-up token': { authorization: `Bearer ${'A'.repeat(43)}` } }
  for (const { method, path, who } of permissions) {
    if (who.includes('public') || who.includes('anyone')) continue
    const isOfOperators = path.startsWith('/operator/')
    const callers: Record<string, Record<string, string>> = {
      ...nobody,
      ...(path.startsWith('/api/') ? {} : { 'an agent': agent }),
      ...(isOfOperators ? {} : { 'an operator': operator }),
    }
    if (isOfOperators && !who.includes('unfinished'))
      for (const role of operatorRoles.filter((one) => !who.includes(one)))
        callers[role] = { cookie: people.operators[role].cookie() }
    for (const [caller, headers] of Object.entries(callers)) {
      const what = `${caller} at ${method} ${path}`
      await tally.expect(what, tally.send(what, fill(path), emptyRequest(method, headers)), ...REFUSED)
    }
    if (!path.startsWith(PARTNER) || who.includes('read')) continue
    const what = `a key that may only read at ${method} ${path}`
    const sent = people.readingPartner.send(method, fill(path.slice(PARTNER.length)), '{}')
    await tally.expect(what, tally.count(what, sent), ...REFUSED)
  }
}

const fill = (path: string) => path.replaceAll(/:\w+/g, '00000000-0000-7000-9000-000000000001')

const emptyRequest = (method: string, headers: Record<string, string>) =>
  method === 'GET'
    ? { method, headers }
    : { method, headers: { ...headers, 'content-type': 'application/json', 'x-cashbox-console': '1' }, body: '{}' }

const [OWNER, STRANGER, BLOCKED] = [10, 11, 12]

/** Every call that reads, and the two that pay, by an agent who wants what is another agent's, or was one's own. */
export async function attackOtherPeoplesData({ db, nextDeposit }: Target, tally: Tally) {
  const [confirmed, reserved] = [nextDeposit(), nextDeposit()]
  await tally.confirm(OWNER, confirmed)
  const { rows } = await db.query<{ player_id: string; email: string; cash_id: string }>(
    `select player_id, email, cash_id::text from player_transaction, agent join person on person.id = owner_id
     where transaction_id = $1 and agent.id = $2`,
    [transactionId(confirmed), agentId(OWNER)],
  )
  await db.query('update player_transaction set agent_id = $2 where transaction_id = $1', [
    transactionId(reserved),
    agentId(OWNER),
  ])
  const secrets = [...Object.values(rows[0] ?? {}), transactionId(confirmed), transactionId(reserved)]
  for (const { method, path, access } of agentApi) {
    if (access !== 'agent' || method !== 'GET') continue
    const { text } = await tally.ask(STRANGER, `/api${path}`)
    const seen = secrets.filter((secret) => new RegExp(`"${secret}"`).test(text))
    if (seen.length > 0) tally.finding(`${path} shows another agent's ${seen.join(', ')}`)
  }
  for (const number of [confirmed, reserved]) {
    const { transaction_id, ...rest } = confirmation(number)
    const lookUp = tally.ask(STRANGER, '/api/payments/lookup', { transaction_id })
    await tally.expectRefused("the look-up of another agent's transaction", lookUp)
    const confirm = tally.ask(STRANGER, '/api/payments/confirm', { transaction_id, ...rest })
    await tally.expectRefused("the confirmation of another agent's transaction", confirm)
  }
  await db.query(`update agent set status = 'blocked' where id = $1`, [agentId(BLOCKED)])
  for (const path of ['/api/payments/history', '/api/payments/stats', '/api/user/statement'])
    await tally.expectRefused(`${path} of a blocked agent`, tally.ask(BLOCKED, path))
}
