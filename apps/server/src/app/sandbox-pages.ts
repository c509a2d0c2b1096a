import { homePage, type MailInbox, mailPages, type SandboxAddress, stylesheet } from '@cashbox/sandbox'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { sandboxAccounts } from './seed-sandbox.ts'

/** What the sandbox has to look at, for its first page and for the terminal. */
export const sandboxAddresses: readonly SandboxAddress[] = [
  { path: '/docs', what: 'The agent API, call by call' },
  { path: '/sandbox', what: 'Start here: addresses and accounts' },
  { path: '/sandbox/mail', what: 'Every message that was sent' },
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
    app.get('/', (_request, reply) => reply.redirect('/sandbox'))
    await app.register(
      async (sandbox) => {
        await sandbox.register(stylesheet)
        await sandbox.register(homePage({ addresses: sandboxAddresses, accounts: sandboxAccounts }))
        await sandbox.register(sandboxRoutes({ db, clock, secret }))
        if (inbox) await sandbox.register(mailPages(inbox))
      },
      { prefix: '/sandbox' },
    )
  }
