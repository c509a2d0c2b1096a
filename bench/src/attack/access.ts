import { agentApi } from '@cashbox/contract'
import { exportedLists, operatorRoles } from '@cashbox/contract/operator'
import { createTransaction, listEvents, listTransactions } from '@cashbox/contract/partner'
import { agentId, confirmation, tokenOf, transactionId } from '../common/database.ts'
import { depositBy } from '../common/partner.ts'
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

const MADE_UP_TABLES = ['__proto__', 'constructor', '..%2f..%2fpackage.json', 'agents%00', 'agent']

/** A list as a file is for the roles of the list, whatever its address looks like. */
export async function attackExports({ operators }: People, tally: Tally) {
  const roles = Object.fromEntries(permissions.map(({ method, path, who }) => [`${method} ${path}`, who]))
  for (const [table, list] of Object.entries(exportedLists))
    for (const role of operatorRoles) {
      if (roles[`GET /operator/v1${list.path}`]?.includes(role)) continue
      const what = `${role} at the export of ${table}`
      const headers = { cookie: operators[role].cookie() }
      for (const path of [`/operator/v1/exports/${table}`, `/operator/v1/exports/x/../${table}`])
        await tally.expect(what, tally.send(what, path, { headers }), 404, ...REFUSED)
    }
  const headers = { cookie: operators.admin.cookie() }
  for (const table of MADE_UP_TABLES)
    await tally.expectNotDone(`an export of ${table}`, tally.send(table, `/operator/v1/exports/${table}`, { headers }))
}

const [OWNER, STRANGER, LEAVER] = [10, 11, 12]

/** An agent asks for what is another agent's, and a partner for what is another partner's. */
export async function attackOtherPeoplesData(target: Target, people: People, tally: Tally) {
  await askAsAgent(target, tally)
  await takeReceipts(target, tally)
  await takeFiles(tally)
  await askAsPartner(people, tally)
}

async function askAsAgent({ db, nextDeposit }: Target, tally: Tally) {
  const [confirmed, reserved] = [nextDeposit(), nextDeposit()]
  await tally.confirm(OWNER, confirmed)
  const { rows } = await db.query<{ player_id: string; email: string; cash_id: string }>(
    `select player_id, agent.email, agent.cash_id::text from player_transaction, agent
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
  for (const number of [confirmed, reserved])
    for (const path of ['/api/payments/lookup', '/api/payments/confirm']) {
      const what = `${path} of another agent's transaction`
      const { transaction_id } = confirmation(number)
      const body = path.endsWith('lookup') ? { transaction_id } : confirmation(number)
      await tally.expectNotDone(what, tally.ask(STRANGER, path, body))
    }
}

/** A receipt that exists, asked for by another agent and with altered codes. */
async function takeReceipts({ nextDeposit }: Target, tally: Tally) {
  const number = nextDeposit()
  await tally.confirm(OWNER, number)
  const issue = (agent: number) => tally.ask(agent, '/api/payments/receipt', { transaction_id: transactionId(number) })
  await tally.expectNotDone("the receipt of another agent's payment", issue(STRANGER))
  const [, code = ''] = /"code":"([^"]+)"/.exec((await issue(OWNER)).text) ?? []
  const page = await tally.expect(`the receipt ${code}`, tally.send('a receipt page', `/r/${code}`), 200)
  const shown = ['player ', 'Bench', `bench-${OWNER}@`].filter((text) => page.text.includes(text))
  if (shown.length > 0) tally.finding(`a receipt page shows ${shown.join(', ')}`)
  for (const [index, letter] of code.split('').entries()) {
    if (letter === '-') continue
    const altered = `${code.slice(0, index)}${letter === '7' ? '8' : '7'}${code.slice(index + 1)}`
    await tally.expectNotDone(`the altered receipt ${altered}`, tally.send('an altered receipt', `/r/${altered}`))
  }
}

/** A file that exists, asked for by others, again, and by other ways to write its address. */
async function takeFiles(tally: Tally) {
  const request = { list: 'history', format: 'csv' }
  const prepare = async () => {
    const { text } = await tally.ask(LEAVER, '/api/user/files', request)
    return `/api${/"path":"([^"]+)"/.exec(text)?.[1] ?? ''}`
  }
  const path = await prepare()
  for (const way of [`${path}/../../user/profile`, `${path}%00`, `${path}/`, path.toUpperCase(), `${path}x`]) {
    const { headers } = await tally.send('another way to a file', way)
    if (headers.has('content-disposition')) tally.finding(`a file was sent at ${way}`)
  }
  await tally.expect('a file', tally.send('a file', path), 200)
  await tally.expectNotDone('the address of a file, used twice,', tally.send('the file again', path))
  for (const field of ['agent_id', 'cash_id', 'email']) {
    const asked = tally.ask(STRANGER, '/api/user/files', { ...request, [field]: agentId(OWNER) })
    await tally.expectNotDone(`a file by ${field}`, asked)
  }
  const late = await prepare()
  await tally.ask(LEAVER, '/api/auth/logout', {})
  await tally.expectNotDone('a file after log-out', tally.send('a file after log-out', late))
}

async function askAsPartner({ partner, otherPartner }: People, tally: Tally) {
  const { payload } = await partner.call(createTransaction, depositBy('mine'))
  const id = payload.transaction.transaction_id
  const send = (method: string, path: string, body = '') =>
    tally.count(`${method} ${path}`, otherPartner.send(method, path, body))
  for (const [method, path, body] of [
    ['GET', `/transactions/${id}`],
    ['POST', `/transactions/${id}/cancel`, '{}'],
    ['POST', `/transactions/${id}/unlock`, '{}'],
    ['POST', `/transactions/${id}/reverse`, '{"reason":"mine"}'],
  ] as const)
    await tally.expect(`${method} ${path} by another partner`, send(method, path, body), 404)
  for (const path of [listTransactions.path, `${listTransactions.path}?reference=mine`, listEvents.path]) {
    const { text } = await send('GET', path)
    if (text.includes(id)) tally.finding(`${path} shows a transaction of another partner`)
  }
}
