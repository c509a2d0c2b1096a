import type { AddressInfo } from 'node:net'
import {
  homePage,
  type MailInbox,
  mailPages,
  playerServicePages,
  type SandboxAddress,
  stylesheet,
} from '@cashbox/sandbox'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { prepareSandboxPartner, sandboxPartner } from './sandbox-partner.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { sandboxAccounts } from './seed-sandbox.ts'

/** What the sandbox has to look at, for its first page and for the terminal. */
export const sandboxAddresses: readonly SandboxAddress[] = [
  { path: '/', what: "The agents' app" },
  { path: '/docs', what: 'The agent API, call by call' },
  { path: '/sandbox', what: 'Start here: addresses and accounts' },
  { path: '/sandbox/mail', what: 'Every message that was sent' },
  { path: '/sandbox/player-service', what: 'The player service: open transactions, watch webhooks' },
]

interface SandboxPages {
  readonly db: Database
  readonly clock: Clock
  readonly secret: string
  readonly inbox: MailInbox | null
}

export const sandboxPages =
  ({ db, clock, secret, inbox }: SandboxPages): FastifyPluginAsync =>
  async (app) => {
    const partner = { db, clock, secret, address: () => addressOf(app) }
    let prepared: Promise<void> | undefined
    app.addHook('onListen', () => {
      prepared = prepareSandboxPartner(partner)
      return prepared
    })
    // The database is closed after this.
    app.addHook('onClose', () => prepared?.catch(() => {}))
    await app.register(
      async (sandbox) => {
        await sandbox.register(stylesheet)
        await sandbox.register(homePage({ addresses: sandboxAddresses, accounts: sandboxAccounts }))
        await sandbox.register(sandboxRoutes({ db }))
        await sandbox.register(playerServicePages({ account: sandboxPartner(partner), now: () => clock.now() }))
        if (inbox) await sandbox.register(mailPages(inbox))
      },
      { prefix: '/sandbox' },
    )
  }

/** Where this very process is reached from this machine. */
function addressOf({ server }: FastifyInstance): string {
  const address = server.address() as AddressInfo | null
  if (!address) throw new Error('the player service calls Cashbox over HTTP, and this server does not listen')
  const { address: host, port } = address
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
