import { join } from 'node:path'
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
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { isFromOtherSite } from '../platform/http/other-sites.ts'
import { refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { addressOf } from './address-of.ts'
import type { Config } from './config/config.ts'
import { listAddressed } from './sandbox-addresses.ts'
import { prepareSandboxAlerts, sandboxAlertSecret } from './sandbox-alerts.ts'
import { prepareSandboxPartner, sandboxPartner } from './sandbox-partner.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { operatorAccounts, sandboxAccounts } from './seed-sandbox.ts'

/** The pages of the sandbox, for its first page and for the terminal. */
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
  { path: '/sandbox/player-service', what: 'Player service: open transactions, see webhooks' },
  { path: '/sandbox/tron', what: 'Tron network: send USDT to an agent, mine blocks' },
  { path: '/sandbox/perfect-money/desk', what: 'Perfect Money: payments and status calls' },
]

interface SandboxPages {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly inbox: MailInbox | null
}

export const sandboxPages =
  ({ config, db, clock, keyring, inbox }: SandboxPages): FastifyPluginAsync =>
  async (app) => {
    const partner = { db, clock, keyring, address: () => addressOf(app) }
    let prepared: Promise<unknown> | undefined
    app.addHook('onListen', async () => {
      prepared = Promise.all([prepareSandboxPartner(partner), prepareSandboxAlerts(partner)])
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
        await sandbox.register(sandboxRoutes({ db }))
        await sandbox.register(playerServicePages({ account: sandboxPartner(partner), now: () => clock.now() }))
        await sandbox.register(alertPages({ now: () => clock.now(), secret: () => sandboxAlertSecret(partner) }))
        await sandbox.register(geocoderPages)
        if (inbox) await sandbox.register(mailPages(inbox))
        await sandbox.register(tronPages({ config, db, clock }))
        await sandbox.register(perfectMoney(config, clock))
      },
      { prefix: '/sandbox' },
    )
  }

/** Where the agents' app sends the payer to, as to the real provider. It opens a page and moves nothing. */
const CHECKOUT = '/sandbox/perfect-money'

/** The pages have no log-in: any other page in the same browser could press their buttons. */
function refuseOtherSites(request: FastifyRequest) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (request.routeOptions.url?.replace(/\/$/, '') === CHECKOUT) return
  if (isFromOtherSite(request)) throw refusal('cross_site')
}

const tronPages =
  ({ config, db, clock }: Pick<SandboxPages, 'config' | 'db' | 'clock'>): FastifyPluginAsync =>
  async (sandbox) => {
    const { tron, dataDirectory } = config
    const chain = await openTronChain({
      directory: join(dataDirectory, 'tron'),
      now: () => clock.now(),
      usdt: tron.usdt,
    })
    await sandbox.register(tronChainApi({ chain }))
    await sandbox.register(tronChainPages({ chain, agents: () => listAddressed({ db, clock, tron }) }))
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
