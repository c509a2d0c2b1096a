import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addPushDevice, logIn, requestPasswordReset } from '@cashbox/contract'
import { cancelTransaction, createTransaction } from '@cashbox/contract/partner'
import { operatorOf } from '@cashbox/testing/operator-client'
import { startProcess } from '@cashbox/testing/server-process'
import { connect, fillNetwork, opening, tempFolder, times } from '../common/database.ts'
import { median } from '../common/measurement.ts'
import { depositBy, openPartner, type Partner } from '../common/partner.ts'
import { listen } from '../common/server.ts'
import { compareDuring, type Tallies, type Tally } from './tally.ts'
import { attackedEnv, type Target } from './target.ts'

// A loopback address that no name server of the machine listens on.
const SILENT_NAME_SERVER = '127.9.9.53'
const IN_SILENCE = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"']
const AGENTS_EACH = 10
const LOG_INS_EACH = 8
const ROUNDS = 5
const SLOW_MS = 19_500
const ARRIVES_WITHIN_MS = 30_000

/** Push messages go to silent names and to a slow service. Events of a partner and e-mails of others arrive as before. */
export const attackWithLatePush = (target: Target, all: Tallies) =>
  opening(async (opened) => {
    const names = await openSilentNameServer()
    if (!names) return { skipped: 'only root may answer on port 53' }
    opened.defer(names.close)
    const folder = opened.use(tempFolder('late-push')).path
    const resolvers = join(folder, 'resolv.conf')
    writeFileSync(resolvers, `nameserver ${SILENT_NAME_SERVER}\n`)
    const database = await target.newDatabase('late_push')
    const server = await startProcess(attackedEnv(database, folder), undefined, undefined, [...IN_SILENCE, resolvers])
    opened.defer(async () => void (await server.kill('SIGTERM')))
    const tally = all.at(server.url)
    const arrived = new Set<string>()
    const receiver = await listen((text, _request, response) => {
      arrived.add(/"transaction_id":"([^"]+)"/.exec(text)?.[1] ?? '')
      response.writeHead(200).end()
    })
    opened.defer(receiver.close)
    const slow = await openSlowPushService()
    opened.defer(slow.close)
    await fillNetwork(opened.use(await connect(database)), { agents: 3 * AGENTS_EACH })
    const admin = await operatorOf(server.url, 'admin')
    const partner = await openPartner(server.url, admin)
    const silentPartner = await openPartner(server.url, admin)
    // By name, because names are what the silent ones could hold up.
    await partner.receiveAt(receiver.url.replace('127.0.0.1', 'localhost'))
    await silentPartner.receiveAt('https://webhooks.silent.example/')
    const eventDelay = async () => {
      const id = await cancelOne(partner, tally)
      return waitFor('an event', tally, () => arrived.has(id))
    }
    let mailed = 0
    const nextAddress = () => `bench-${2 * AGENTS_EACH + (mailed++ % AGENTS_EACH)}@cashbox.test`
    const compared = await compareDuring(tally, {
      async measure() {
        const [events, mails]: [number[], number[]] = [[], []]
        for (let round = 0; round < ROUNDS; round++) {
          events.push(await eventDelay())
          mails.push(await mailDelay(tally, nextAddress()))
        }
        return Math.max(median(events), median(mails))
      },
      who: "another partner's event or an e-mail",
      slackMs: 2000,
      async attack(during) {
        for (let event = 0; event < ROUNDS; event++) await cancelOne(silentPartner, tally)
        const serviceOf = (agent: number) =>
          agent < AGENTS_EACH ? `https://silent-${agent}.push.apple.com/` : `${slow.url}/${agent}`
        await Promise.all(times(2 * AGENTS_EACH, (agent) => causePushes(tally, agent, serviceOf(agent))))
        await waitFor('a push message', tally, () => slow.counts.messages > 0 && names.counts.questions > 0)
        await during()
      },
    })
    const { counts } = slow
    await waitFor('the end of a push message', tally, () => counts.ended > 0)
    if (counts.answered > 0) tally.finding(`${counts.answered} push messages waited ${SLOW_MS} ms for an answer`)
    return { ...compared, ...names.counts, slowMessages: counts.messages }
  })

/** Null without the right to it. */
async function openSilentNameServer() {
  const socket = createSocket('udp4')
  const counts = { questions: 0 }
  socket.on('message', () => void (counts.questions += 1))
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(false))
    socket.bind(53, SILENT_NAME_SERVER, () => resolve(true))
  })
  return isOpen ? { counts, close: () => void socket.close() } : null
}

/** Counts the messages that were answered, because the server had waited so long, and all that ended. */
async function openSlowPushService() {
  const counts = { messages: 0, ended: 0, answered: 0 }
  const service = await listen((_text, _request, response) => {
    counts.messages += 1
    response.once('close', () => void (counts.ended += 1))
    response.once('finish', () => void (counts.answered += 1))
    setTimeout(() => void (response.destroyed || response.writeHead(201).end()), SLOW_MS).unref()
  })
  return { ...service, counts }
}

/** A new device logs in again and again. Each time the agent's browser is notified. */
async function causePushes(tally: Tally, agent: number, endpoint: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  const added = tally.ask(agent, `/api${addPushDevice.path}`, { endpoint, ...keys })
  await tally.expect(`the push service ${endpoint}`, added, 200)
  const email = `bench-${agent}@cashbox.test`
  for (let time = 0; time < LOG_INS_EACH; time++)
    await tally.post(logIn.path, `/api${logIn.path}`, { email, password: 'Cashbox1!', fingerprint: randomUUID() })
}

/** Opens a transaction and cancels it, of which the partner gets an event. */
async function cancelOne(partner: Partner, tally: Tally): Promise<string> {
  const { payload, failure } = await partner.call(createTransaction, depositBy(randomUUID()))
  const transaction_id = payload?.transaction.transaction_id ?? ''
  if (transaction_id === '') tally.finding(`a partner could not open a transaction: ${failure.message}`)
  await partner.call(cancelTransaction, { transaction_id })
  return transaction_id
}

async function mailDelay(tally: Tally, email: string): Promise<number> {
  const count = async () => {
    const response = await fetch(`${tally.url}/sandbox/mail.json?to=${email}`)
    return ((await response.json()) as unknown[]).length
  }
  const before = await count()
  await tally.post(requestPasswordReset.path, `/api${requestPasswordReset.path}`, { email })
  return waitFor('an e-mail', tally, async () => (await count()) > before)
}

async function waitFor(what: string, tally: Tally, hasArrived: () => boolean | Promise<boolean>): Promise<number> {
  const happened = performance.now()
  while (!(await hasArrived())) {
    if (performance.now() - happened > ARRIVES_WITHIN_MS) {
      tally.finding(`${what} did not arrive within ${ARRIVES_WITHIN_MS / 1000} s`)
      break
    }
    await pause(20)
  }
  return performance.now() - happened
}
