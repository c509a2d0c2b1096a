import type { AgentStatus } from '@cashbox/contract'
import { col, only, query, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { openAccount } from '../ledger/movements.ts'
import { refusal } from '../platform/refusal.ts'

/** A point with its contact. */
export interface NewAgent {
  readonly ownerId: string
  readonly channelId: string
  readonly currencyCode: string
  readonly status: AgentStatus
  readonly note?: string
  readonly isDemo: boolean
  readonly firstName: string
  readonly lastName: string
  readonly phone?: string
  readonly messenger: string
  readonly messengerId: string
  readonly countryCode: string
  readonly city?: string
  readonly street?: string
  readonly geo?: { readonly lat: number; readonly lon: number }
  readonly geoArea: number
  readonly termsVersion?: string
  readonly at: Date
}

export interface Channel {
  readonly id: string
  readonly code: string
  readonly currencyCode: string
}

export async function openAgent(tx: Tx, agent: NewAgent): Promise<{ id: string; cashId: string }> {
  const id = uuidv7()
  const { floatId, commissionId } = await openAgentAccounts(tx, id, agent.currencyCode)
  const rows = await query(tx, { cash_id: col.int8 })`
    insert into agent (id, owner_id, is_email_verified, channel_id, status, note, is_demo, first_name, last_name, phone,
      messenger, messenger_id, country_code, city, street, geo_lat, geo_lon, geo_area, float_id, commission_id,
      created_at, folded_name, folded_surname, terms_version)
    values (${id}, ${agent.ownerId}, (select email_verified_at is not null from person where id = ${agent.ownerId}),
      ${agent.channelId}, ${agent.status}, ${agent.note ?? null}, ${agent.isDemo}, ${agent.firstName},
      ${agent.lastName}, ${agent.phone ?? null}, ${agent.messenger}, ${agent.messengerId}, ${agent.countryCode},
      ${agent.city ?? null}, ${agent.street ?? null}, ${agent.geo?.lat ?? null}, ${agent.geo?.lon ?? null},
      ${agent.geoArea}, ${floatId}, ${commissionId}, ${agent.at}, ${foldName(`${agent.firstName} ${agent.lastName}`)},
      ${foldName(`${agent.lastName} ${agent.firstName}`)}, ${agent.termsVersion ?? null})
    returning cash_id`
  await tx.execute(sql`
    insert into agent_status_change (id, agent_id, status, note, changed_by, changed_at)
    values (${uuidv7()}, ${id}, ${agent.status}, ${agent.note ?? null}, 'registration', ${agent.at})`)
  return { id, cashId: only(rows).cash_id.toString() }
}

export const openAgentAccounts = async (tx: Tx, agentId: string, asset: string) => ({
  floatId: await openAccount(tx, { agentId, kind: 'float', asset, floor: 0n }),
  commissionId: await openAccount(tx, { agentId, kind: 'commission', asset }),
})

/** The oldest channel: new agents are in it until an operator assigns another. */
export async function firstChannel(tx: Tx, { isDemo }: { isDemo: boolean }): Promise<Channel> {
  const rows = await query(tx, { id: col.uuid, code: col.text, currency_code: col.text })`
    select id, code, currency_code from channel where is_demo = ${isDemo} order by id limit 1`
  const [channel] = rows
  if (!channel) throw refusal(isDemo ? 'unavailable' : 'signup_not_open')
  return { id: channel.id, code: channel.code, currencyCode: channel.currency_code }
}

/** Plain decimals: String() would write 1e-7. */
export const degrees = (value: number) => value.toFixed(7).replace(/\.?0+$/, '')

/** For comparing names: without case, accents and extra spaces, in any script. */
export const foldName = (name: string) =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
