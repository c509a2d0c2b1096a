import { agentApi } from '@cashbox/contract'
import { exportedLists, operatorRoles } from '@cashbox/contract/operator'
import { createTransaction, listEvents, listTransactions } from '@cashbox/contract/partner'
import { AMOUNT, agentId, tokenOf, transactionId } from '../prepare.ts'
import { permissions } from './permissions.ts'
import { type Answer, confirmation, type Tally } from './tally.ts'
import { depositBy, type People, type Target } from './target.ts'

const REFUSED = new Set([401, 403])

/** Every call by everyone who may not make it. */
export async function attackRoleByRole(people: People, tally: Tally) {
  const expectRefused = (what: string, { status }: Answer) => {
    if (status !== 0 && !REFUSED.has(status)) tally.finding(`${what} was answered ${status}`)
  }
  const strangers: Record<string, Record<string, string>> = {
    'no one': {},
    'a made-up token': { authorization: `Bearer ${'A'.repeat(43)}` },
    'an agent': { authorization: `Bearer ${tokenOf(3)}` },
    'an operator': { cookie: people.operators.support.cookie() },
  }
  for (const { method, path, who } of permissions) {
    if (who.includes('public') || who.includes('anyone')) continue
    const allowed = path.startsWith('/api/') ? 'an agent' : path.startsWith('/operator/') ? 'an operator' : ''
    const foreign = Object.entries(strangers).filter(([one]) => one !== allowed)
    if (allowed === 'an operator' && !who.includes('unfinished'))
      for (const role of operatorRoles.filter((one) => !who.includes(one)))
        foreign.push([role, { cookie: people.operators[role].cookie() }])
    for (const [caller, headers] of foreign) {
      const what = `${caller} at ${method} ${path}`
      expectRefused(what, await tally.send(what, fill(path), asked(method, headers)))
    }
    if (!path.startsWith(PARTNER) || who.includes('read')) continue
    const what = `a key that may only read at ${method} ${path}`
    const sent = people.readingPartner.send(method, fill(path.slice(PARTNER.length)), '{}')
    expectRefused(what, await tally.count(what, sent))
  }
}

/** A list as a file is for the roles of the list, whatever its address looks like. */
export async function attackExports(people: People, tally: Tally) {
  const roles = Object.fromEntries(permissions.map(({ method, path, who }) => [`${method} ${path}`, who]))
  for (const [table, list] of Object.entries(exportedLists))
    for (const role of operatorRoles) {
      if (roles[`GET /operator/v1${list.path}`]?.includes(role)) continue
      const what = `${role} at the export of ${table}`
      for (const path of [`/operator/v1/exports/${table}`, `/operator/v1/exports/x/../${table}`]) {
        const headers = { cookie: people.operators[role].cookie() }
        const { status } = await tally.send(what, path, { headers })
        if (status !== 0 && status !== 404 && !REFUSED.has(status)) tally.finding(`${what} was answered ${status}`)
      }
    }
  for (const table of ['__proto__', 'constructor', '..%2f..%2fpackage.json', 'agents%00', 'agent']) {
    const { status } = await tally.send(table, `/operator/v1/exports/${table}`, {
      headers: { cookie: people.operators.admin.cookie() },
    })
    if (status === 200) tally.finding(`there is an export of ${table}`)
  }
}

const PARTNER = '/partner/v1'

const fill = (path: string) => path.replaceAll(/:\w+/g, '00000000-0000-7000-9000-000000000001')

const asked = (method: string, headers: Record<string, string>) => ({
  method,
  headers: {
    ...headers,
    ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'x-cashbox-console': '1' }),
  },
  ...(method === 'GET' ? {} : { body: '{}' }),
})

const [OWNER, STRANGER, LEAVER] = [10, 11, 12]

/** An agent asks for what is another agent's, and a partner for what is another partner's. */
export async function attackOtherPeoplesData(target: Target, people: People, tally: Tally) {
  await askAsAgent(target, tally)
  await takeReceiptsAndFiles(target, tally)
  await askAsPartner(people, tally)
}

async function askAsAgent(target: Target, tally: Tally) {
  const confirmed = target.nextDeposit()
  await tally.confirm(OWNER, confirmed)
  const { rows } = await target.db.query<{ player_id: string; email: string; cash_id: string }>(
    `select player_id, agent.email, agent.cash_id::text from player_transaction, agent
     where transaction_id = $1 and agent.id = $2`,
    [transactionId(confirmed), agentId(OWNER)],
  )
  const reserved = target.nextDeposit()
  await target.db.query('update player_transaction set agent_id = $2 where transaction_id = $1', [
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
    const transaction_id = transactionId(number)
    for (const [path, body] of [
      ['/api/payments/lookup', { transaction_id }],
      ['/api/payments/confirm', { ...confirmation(number), amount: AMOUNT }],
    ] as const) {
      const { status } = await tally.ask(STRANGER, path, body)
      if (status === 200) tally.finding(`${path} lets an agent have the transaction of another`)
    }
  }
}

/** A receipt or a file that exists, asked for by others, again, and by other ways to write its address. */
async function takeReceiptsAndFiles(target: Target, tally: Tally) {
  const number = target.nextDeposit()
  await tally.confirm(OWNER, number)
  const transaction_id = transactionId(number)
  const issue = (agent: number) => tally.ask(agent, '/api/payments/receipt', { transaction_id })
  if ((await issue(STRANGER)).status === 200) tally.finding("an agent has the receipt of another agent's payment")
  const [, code = ''] = /"code":"([^"]+)"/.exec((await issue(OWNER)).text) ?? []
  const page = await tally.send('a receipt page', `/r/${code}`)
  if (page.status !== 200) tally.finding(`the receipt ${code} was answered ${page.status}, so nothing was tried`)
  const told = ['player ', 'Bench', `bench-${OWNER}@`].filter((text) => page.text.includes(text))
  if (told.length > 0) tally.finding(`a receipt page shows ${told.join(', ')}`)
  for (const [index, letter] of code.split('').entries()) {
    if (letter === '-') continue
    const altered = `${code.slice(0, index)}${letter === '7' ? '8' : '7'}${code.slice(index + 1)}`
    const { status } = await tally.send('an altered receipt', `/r/${altered}`)
    if (status === 200) tally.finding(`a receipt with an altered code was shown: ${altered}`)
  }
  const request = { list: 'history', format: 'csv' }
  const ask = async () => {
    const { text } = await tally.ask(LEAVER, '/api/user/files', request)
    return `/api${/"path":"([^"]+)"/.exec(text)?.[1] ?? ''}`
  }
  const path = await ask()
  for (const way of [`${path}/../../user/profile`, `${path}%00`, `${path}/`, path.toUpperCase(), `${path}x`]) {
    const { headers } = await tally.send('another way to a file', way)
    if (headers.has('content-disposition')) tally.finding(`a file was sent at ${way}`)
  }
  if ((await tally.send('a file', path)).status !== 200) tally.finding('a file was not sent, so nothing was tried')
  if ((await tally.send('the file again', path)).status === 200) tally.finding('the address of a file works twice')
  for (const field of ['agent_id', 'cash_id', 'email']) {
    const { status } = await tally.ask(STRANGER, '/api/user/files', { ...request, [field]: agentId(OWNER) })
    if (status === 200) tally.finding(`a file can be asked for by ${field}`)
  }
  const late = await ask()
  await tally.ask(LEAVER, '/api/auth/logout', {})
  if ((await tally.send('a file after log-out', late)).status === 200) tally.finding('a file is sent after log-out')
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
  ] as const) {
    const { status } = await send(method, path, body)
    if (status !== 404) tally.finding(`${method} ${path} by another partner was answered ${status}`)
  }
  for (const path of [listTransactions.path, `${listTransactions.path}?reference=mine`, listEvents.path]) {
    const { text } = await send('GET', path)
    if (text.includes(id)) tally.finding(`${path} shows a transaction of another partner`)
  }
}
