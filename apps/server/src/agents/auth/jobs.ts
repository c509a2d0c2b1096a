import { type Language, languages } from '@cashbox/contract'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { bool, text, uuid } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { enqueue, type JobHandler } from '../../platform/jobs/jobs.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { postLink } from './mail-link.ts'

const JOB = 'agent-link'

const Wish = z.object({
  purpose: z.enum(['verify-email', 'reset-password']),
  email: z.string(),
  language: z.enum(languages),
})

interface LinkWish {
  readonly purpose: 'verify-email' | 'reset-password'
  readonly email: string
  readonly language: Language
}

/** Asks for a letter to an address. The answer does the same for every address: only the worker looks for the account. */
export const askForLink = ({ db, clock }: { db: Database; clock: Clock }, wish: LinkWish) =>
  db.transaction((tx) => enqueue(tx, clock, JOB, wish))

interface LinkServices {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly publicUrl: string
}

/** Sends the link, when there is an account that needs one. */
export const linkHandlers = (services: LinkServices): Record<string, JobHandler> => ({
  async [JOB](payload) {
    const { purpose, email, language } = Wish.parse(payload)
    await services.db.transaction(async (tx) => {
      const [agent] = await tx.query(
        sql`
          select id, first_name, email_verified_at is not null as is_verified
          from agent where email = ${email} and not is_demo`,
        { id: uuid, first_name: text, is_verified: bool },
      )
      if (!agent || (purpose === 'verify-email' && agent.is_verified)) return
      const name = agent.is_verified ? agent.first_name : null
      await postLink(tx, services, purpose, { agentId: agent.id, email, name, language })
    })
  },
})
