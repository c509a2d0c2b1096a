import { type PartnerPermission, partnerPermissions } from '@cashbox/contract/partner'
import { col, type Database, query } from '@cashbox/postgres/database'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { createPartnerKey, disablePartnerKey } from '@cashbox/server/partners/keys'
import { createPartner } from '@cashbox/server/partners/partner'
import { endOldWebhookSecret } from '@cashbox/server/partners/set-webhook'
import { changePartnerWebhook } from '@cashbox/server/partners/webhook-address'
import type { Config } from '@cashbox/server/platform/config'
import { readDatabaseClock } from '@cashbox/server/platform/database-clock'
import { NotUnderstood, type Print, UsageError } from './command-line/help.ts'

interface Context {
  readonly db: Database
  readonly config: Config
  readonly print: Print
}

const actions: Readonly<Record<string, (context: Context, args: readonly string[]) => Promise<void>>> = {
  async list({ db, print }) {
    const rows = await query(db, {
      code: col.text,
      name: col.text,
      webhook_url: col.nullable(col.text),
      webhook_disabled_at: col.nullable(col.timestamptz),
      webhook_failing_since: col.nullable(col.timestamptz),
      keys: col.nullable(col.text),
    })`
      select code, name, webhook_url, webhook_disabled_at, webhook_failing_since,
             (select string_agg(id || ' (' || array_to_string(permissions, ',') || ')', ', ' order by slot) from partner_key
              where partner_id = partner.id and disabled_at is null) as keys
      from partner order by code`
    for (const { code, name, keys, webhook_url, webhook_disabled_at, webhook_failing_since } of rows) {
      const state = webhook_disabled_at ? ' (disabled)' : webhook_failing_since ? ' (failing)' : ''
      print(`${code}  ${name}`)
      print(`  keys:    ${keys ?? 'none'}`)
      print(`  webhook: ${webhook_url ?? 'none'}${state}`)
    }
  },

  async create({ db, print }, [code, ...name]) {
    if (!code || !/^[a-z0-9][a-z0-9-]{1,39}$/.test(code) || name.length === 0) throw new NotUnderstood('partner')
    await createPartner(db, { code, name: name.join(' ') }, await auditContext(db))
    print(`Created partner ${code}`)
  },

  async 'add-key'({ db, config, print }, [code, permissions = partnerPermissions.join(','), address_ranges = '']) {
    const partner = await findPartner(db, code)
    const wanted = permissions.split(',')
    if (!wanted.every((one): one is PartnerPermission => partnerPermissions.some((known) => known === one))) {
      throw new UsageError(`Unknown permission. Use: ${partnerPermissions.join(', ')}`)
    }
    const allowed = address_ranges.split(',').filter((network) => network !== '')
    const keyring = await openKeyring(db, config)
    const context = await auditContext(db)
    const key = await db.transaction((tx) =>
      createPartnerKey(tx, keyring, partner, { permissions: wanted, address_ranges: allowed, isActive: true }, context),
    )
    print(`key:    ${key.id}`)
    print(`secret: ${key.secret}`)
    print('The secret is not shown again.')
  },

  async 'disable-key'({ db, print }, [id]) {
    const owner = await findOwner(db, id)
    const context = await auditContext(db)
    const isDisabled =
      owner !== null && (await db.transaction((tx) => disablePartnerKey(tx, owner, owner.keyId, context)))
    if (!isDisabled) throw new UsageError('There is no active key with this ID.')
    print(`Disabled key ${id}`)
  },

  async webhook({ db, config, print }, [code, url]) {
    const partner = await findPartner(db, code)
    if (!url) throw new NotUnderstood('partner')
    const webhook = { url, keyring: await openKeyring(db, config), mayBePrivate: config.mode === 'sandbox' }
    const context = await auditContext(db)
    const secret = await db.transaction(async (tx) => {
      const made = await changePartnerWebhook(tx, partner, webhook, context)
      await endOldWebhookSecret(tx, partner.id, context.at)
      return made
    })
    print(`secret: ${secret}`)
    print('The secret is not shown again. The previous secret keeps signing for seven days.')
  },
}

/** Player services, their keys and their webhook addresses. Secrets are printed once and kept sealed. */
export async function partnerCommand(db: Database, config: Config, args: readonly string[], print: Print) {
  const [action, ...rest] = args
  const run = action === undefined ? undefined : actions[action]
  if (!run) throw new NotUnderstood('partner')
  await run({ db, config, print }, rest)
}

async function findPartner(db: Database, code: string | undefined) {
  const [row] = await query(db, {
    id: col.uuid,
    code: col.text,
    webhook_url: col.nullable(col.text),
  })`select id, code, webhook_url from partner where code = ${code ?? ''}`
  if (!row) throw new UsageError(`There is no partner with the code "${code ?? ''}".`)
  return { id: row.id, code: row.code, webhookUrl: row.webhook_url }
}

async function findOwner(db: Database, keyId: string | undefined) {
  const [row] = await query(db, { id: col.uuid, code: col.text, key_id: col.text })`
    select partner.id, partner.code, key.id as key_id
    from partner_key as key join partner on partner.id = key.partner_id
    where key.id = ${keyId ?? ''}`
  return row ? { id: row.id, code: row.code, keyId: row.key_id } : null
}

const auditContext = async (db: Database) => ({
  actor: { operatorId: null, name: 'command line', ip: null },
  at: (await readDatabaseClock(db)).now(),
  reason: null,
})
