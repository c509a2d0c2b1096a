import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { type PartnerRight, partnerRights } from '@cashbox/contract/partner'
import type { Config } from '../config.ts'
import { addKey, disableKey } from '../features/partner/keys.ts'
import { setWebhook } from '../features/webhooks/set-webhook.ts'
import { systemClock } from '../platform/clock.ts'
import { breaks, type Database } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'

const USAGE = `npm run partner -- list
npm run partner -- create CODE NAME
npm run partner -- add-key CODE [RIGHTS] [NETWORKS]    such as: read,create 203.0.113.0/24
npm run partner -- disable-key KEY
npm run partner -- webhook CODE ADDRESS`

/** Something that the person at the keyboard can put right. */
export class UsageError extends Error {}

type Print = (line: string) => void

/** Player services, their keys and their webhook addresses. Secrets are printed once and kept sealed. */
export async function partnerCommand(db: Database, config: Config, args: readonly string[], print: Print) {
  const [action, ...rest] = args
  const run = action === undefined ? undefined : actions[action]
  if (!run) throw new UsageError(USAGE)
  await run({ db, config, print }, rest)
}

interface Context {
  readonly db: Database
  readonly config: Config
  readonly print: Print
}

const actions: Readonly<Record<string, (context: Context, args: readonly string[]) => Promise<void>>> = {
  async list({ db, print }) {
    const rows = await db.query<{
      code: string
      name: string
      webhook_url: string | null
      webhook_disabled_at: Date | null
      webhook_failing_since: Date | null
      keys: string | null
    }>(sql`
      select code, name, webhook_url, webhook_disabled_at, webhook_failing_since,
             (select string_agg(id || ' (' || array_to_string(rights, ',') || ')', ', ' order by slot) from partner_key
              where player_service_id = player_service.id and disabled_at is null) as keys
      from player_service order by code`)
    for (const { code, name, keys, webhook_url, webhook_disabled_at, webhook_failing_since } of rows) {
      const state = webhook_disabled_at ? ' (switched off)' : webhook_failing_since ? ' (does not answer)' : ''
      print(`${code}  ${name}`)
      print(`  keys:    ${keys ?? 'none'}`)
      print(`  webhook: ${webhook_url ?? 'none'}${state}`)
    }
  },

  async create({ db, print }, [code, ...name]) {
    if (!code || !/^[a-z0-9][a-z0-9-]{1,39}$/.test(code) || name.length === 0) throw new UsageError(USAGE)
    try {
      await db.query(
        sql`insert into player_service (id, code, name) values (${randomUUID()}, ${code}, ${name.join(' ')})`,
      )
    } catch (error) {
      if (breaks(error, 'player_service_code_key')) throw new UsageError(`there is a partner ${code} already`)
      throw error
    }
    print(`created ${code}`)
  },

  async 'add-key'({ db, config, print }, [code, rights = partnerRights.join(','), networks = '']) {
    const playerServiceId = await findPartner(db, code)
    const wanted = rights.split(',')
    if (!wanted.every((right): right is PartnerRight => partnerRights.some((known) => known === right))) {
      throw new UsageError(`rights are ${partnerRights.join(', ')}`)
    }
    const allowed = networks.split(',').filter((network) => network !== '')
    if (!allowed.every((network) => isIP(network.split('/')[0] ?? '') !== 0)) throw new UsageError(USAGE)
    const key = await db
      .transaction((tx) =>
        addKey(tx, config.secret, { playerServiceId, rights: wanted, networks: allowed, at: systemClock.now() }),
      )
      .catch((error: unknown) => {
        throw new UsageError(error instanceof Error ? error.message : String(error))
      })
    print(`key:    ${key.id}`)
    print(`secret: ${key.secret}`)
    print('The secret is not shown again.')
  },

  async 'disable-key'({ db, print }, [id]) {
    if (!id || !(await disableKey(db, id, systemClock.now()))) throw new UsageError('there is no such live key')
    print(`disabled ${id}`)
  },

  async webhook({ db, config, print }, [code, url]) {
    const playerServiceId = await findPartner(db, code)
    if (!url) throw new UsageError(USAGE)
    const mayBePrivate = config.mode === 'sandbox'
    const secret = await setWebhook(db, { playerServiceId, url, secret: config.secret, mayBePrivate }).catch(
      (error: unknown) => {
        throw new UsageError(error instanceof Error ? error.message : String(error))
      },
    )
    print(`secret: ${secret}`)
    print('The secret is not shown again. The one before it goes on signing until the next change.')
  },
}

async function findPartner(db: Database, code: string | undefined): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`select id from player_service where code = ${code ?? ''}`)
  if (!row) throw new UsageError(`there is no partner ${code ?? ''}\n${USAGE}`)
  return row.id
}
