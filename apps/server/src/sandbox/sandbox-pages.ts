import { join } from 'node:path'
import { Settings } from '@cashbox/contract'
import { col, query } from '@cashbox/postgres/database'
import {
  alertPages,
  createPerfectMoney,
  geocoderPages,
  homePage,
  type MailInbox,
  mailPages,
  openTronChain,
  perfectMoneyPages,
  playerServicePages,
  type SandboxAddress,
  stylesheet,
  tronChainApi,
  tronChainPages,
} from '@cashbox/sandbox'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { writeSampleHistory } from '../payments/sample-history.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { readFields } from '../platform/http/bind-api.ts'
import { isFromOtherSite } from '../platform/http/read-headers.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { changeSettings } from '../platform/settings.ts'
import { assignTronAddress } from '../topups/wallets.ts'
import { countNetwork, recountNetwork } from '../watch/count-network.ts'
import { scanForRisk } from '../watch/risk/scan-for-risk.ts'
import { playAgent } from './play-agent.ts'
import { prepareSandboxAlerts, prepareSandboxPartner, sandboxAlertSecret, sandboxPartner } from './sandbox-partner.ts'
import { operatorAccounts, sandboxAccounts } from './seed-sandbox.ts'

export const sandboxAddresses: readonly SandboxAddress[] = [
  { path: '/', what: 'Agent app' },
  { path: '/console/', what: 'Operator console' },
  { path: '/docs', what: 'Agent API reference' },
  { path: '/docs/partner', what: 'Partner API reference' },
  { path: '/docs/operator', what: 'Operator API reference' },
  { path: '/sandbox', what: 'Start here: addresses and accounts' },
  { path: '/sandbox/mail', what: 'Inbox with all e-mails sent by Cashbox' },
  { path: '/sandbox/alerts', what: 'Alerts: a Telegram chat and a webhook that receive them' },
  { path: '/sandbox/geocoder', what: 'Address search of the console: switch it off' },
  { path: '/sandbox/player-service', what: 'Player service: open transactions, see webhooks, settle' },
  { path: '/sandbox/tron', what: 'Tron network: send USDT to an agent, mine blocks' },
  { path: '/sandbox/perfect-money/desk', what: 'Perfect Money: payments and status calls' },
]

/** Where the agents' app sends the payer to, as to the real provider. It opens a page and moves nothing. */
const CHECKOUT = '/sandbox/perfect-money'

const AT_MOST = 50

export const sandboxPages =
  (services: Services, inbox: MailInbox | null): FastifyPluginAsync =>
  async (app) => {
    const { config, clock } = services
    let prepared: Promise<unknown> | undefined
    app.addHook('onListen', async () => {
      prepared = Promise.all([prepareSandboxPartner(services), prepareSandboxAlerts(services)])
      await prepared
    })
    // The database is closed after this.
    app.addHook('onClose', () => prepared?.catch(() => {}))
    await app.register(
      async (sandbox) => {
        sandbox.addHook('onRequest', async (request, reply) => {
          refuseOtherSites(request)
          // Right after the start they would not find their partner and destinations yet.
          await prepared?.catch(() => {})
          // Otherwise the pages' own forms would not say where they come from.
          void reply.header('referrer-policy', 'same-origin')
        })
        await sandbox.register(stylesheet)
        await sandbox.register(
          homePage({ addresses: sandboxAddresses, accounts: { Agents: sandboxAccounts, Operators: operatorAccounts } }),
        )
        await sandbox.register(sandboxRoutes(services))
        const partner = sandboxPartner(services)
        const account = {
          ...partner,
          confirm: (transactionId: string) => playAgent(services, transactionId),
          leaveCalls: async (left: number) => services.limits.leave('partner-key', (await partner.key()).id, left),
        }
        await sandbox.register(playerServicePages({ account, now: () => clock.now() }))
        await sandbox.register(alertPages({ now: () => clock.now(), secret: () => sandboxAlertSecret(services) }))
        await sandbox.register(geocoderPages)
        if (inbox) await sandbox.register(mailPages(inbox))
        await sandbox.register(tronPages(services))
        await sandbox.register(perfectMoney(config, clock))
      },
      { prefix: '/sandbox' },
    )
  }

/** The pages have no log-in: any other page in the same browser could press their buttons. */
function refuseOtherSites(request: FastifyRequest) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (request.routeOptions.url?.replace(/\/$/, '') === CHECKOUT) return
  if (isFromOtherSite(request)) throw refusal('cross_site')
}

const tronPages =
  (services: Services): FastifyPluginAsync =>
  async (sandbox) => {
    const { config, clock } = services
    const { tron, dataDirectory } = config
    const chain = await openTronChain({
      directory: join(dataDirectory, 'tron'),
      now: () => clock.now(),
      usdt: tron.usdt,
    })
    await sandbox.register(tronChainApi({ chain }))
    await sandbox.register(tronChainPages({ chain, agents: () => listAddressed(services) }))
  }

const perfectMoney =
  ({ perfectMoney: merchant, dataDirectory }: Config, clock: Clock): FastifyPluginAsync =>
  async (sandbox) => {
    if (!merchant) return
    const provider = await createPerfectMoney({
      directory: join(dataDirectory, 'perfect-money'),
      now: () => clock.now(),
      passphrase: merchant.passphrase,
      accountId: merchant.history.accountId,
      passPhrase: merchant.history.password,
    })
    await sandbox.register(perfectMoneyPages({ provider }))
  }

/** Whose past is written, and how busy they were. */
const Past = z.strictObject({
  partner: z.string(),
  agents: z.array(
    z.strictObject({
      cash_id: z.string().check(z.regex(/^\d{1,15}$/)),
      per_day: z.int().check(z.minimum(1), z.maximum(50)),
    }),
  ),
})

/** `/settings` is used in place of the operator's settings, `/history` by the demonstration. */
const sandboxRoutes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    const { db } = services
    app.post('/history', async (request) => {
      const { partner, agents } = readFields(Past, request.body)
      await writePast(services, partner, agents)
      return {}
    })
    app.post('/settings', async (request) =>
      changeSettings(db, readFields(z.partial(z.strictObject(Settings.shape)), request.body)),
    )
  }

/** The smallest payment of each currency, in minor units. */
const smallest: Readonly<Record<string, bigint>> = { UZS: 500_000n, TRY: 2_500n }

/** Six months of business until now for agents without any, and the sums of the network with it. */
async function writePast(
  { db, clock, keyring }: Services,
  partner: string,
  agents: z.infer<typeof Past>['agents'],
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    for (const { cash_id, per_day } of agents) {
      const [agent] = await query(tx, { id: col.uuid, partner_id: col.uuid, currency_code: col.text })`
        select agent.id, partner.id as partner_id, channel.currency_code
        from agent join channel on channel.id = agent.channel_id
        join account on account.id = agent.float_id and account.version = 0
        join partner on partner.code = ${partner}
        where agent.cash_id = ${cash_id}::bigint and agent.status = 'approved'`
      if (!agent) continue
      await writeSampleHistory(tx, {
        keyring,
        agentId: agent.id,
        partnerId: agent.partner_id,
        now,
        perDay: per_day,
        unit: smallest[agent.currency_code] ?? 1_000n,
        isUpToNow: true,
      })
    }
    await recountNetwork(tx)
  })
  await countNetwork({ db, clock })
  // Or the unseen past would look like a worker that is late.
  await scanForRisk({ db, clock })
}

async function listAddressed(services: Services): Promise<{ label: string; address: string }[]> {
  const agents = await query(services.db, {
    id: col.uuid,
    email: col.text,
  })`select id, email from agent where not is_demo and status = 'approved' order by cash_id limit ${AT_MOST}`
  const addressed: { label: string; address: string }[] = []
  for (const { id, email } of agents) addressed.push({ label: email, address: await assignTronAddress(services, id) })
  return addressed
}
