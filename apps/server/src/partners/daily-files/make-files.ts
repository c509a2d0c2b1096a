import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { col, query, sql, type Tx } from '@cashbox/postgres/database'
import { ensureSigningKey, readSigner } from '../../access/signing-key.ts'
import type { Services } from '../../platform/services.ts'
import { beginFile, signatureLine } from './daily-file.ts'
import { gatherLines, lastClosedDay, linesOf, lockToGather, lockToMake, nextDay, openDays } from './file-lines.ts'

interface FileRequest {
  readonly partnerId?: string
  /** Instead of the latest day that is over. */
  readonly until?: string
}

const PIECE_BYTES = 256 * 1024
const compress = promisify(gzip)

/** Makes the missing files, oldest first, so that no day is skipped. */
export async function makeFiles(
  services: Pick<Services, 'db' | 'clock' | 'keyring'>,
  { partnerId, until }: FileRequest = {},
): Promise<number> {
  const { db, clock, keyring } = services
  const last = until ?? (await lastClosedDay(db, clock))
  const missing = await query(db, { id: col.uuid, code: col.text, day: col.text })`
    select id, code, day::text as day from (${openDays}) as open
    where day <= ${last}::date and (${partnerId ?? null}::uuid is null or id = ${partnerId ?? null})
    order by code`
  if (missing.length === 0) return 0
  await db.transaction(async (tx) => {
    await lockToGather(tx)
    await ensureSigningKey(tx, keyring)
    await gatherLines(tx, last)
  })
  let made = 0
  for (const { id, code, day: first } of missing) {
    for (let day = first; day <= last; day = nextDay(day)) {
      await db.transaction((tx) => makeFile(tx, services, { id, code }, day))
      made += 1
    }
  }
  return made
}

async function makeFile(
  tx: Tx,
  { clock, keyring }: Pick<Services, 'clock' | 'keyring'>,
  partner: { readonly id: string; readonly code: string },
  day: string,
): Promise<void> {
  await lockToMake(tx, partner.id)
  // Another process may have made it while we waited for the lock.
  const known = await tx.execute(
    sql`select 1 from reconciliation_file where partner_id = ${partner.id} and day = ${day}::date`,
  )
  if (known > 0) return
  const sign = await readSigner(tx, keyring)
  const file = beginFile({ partner: partner.code, day })
  const pieces = createPieceWriter(tx, partner.id, day)
  await pieces.add(file.head())
  for await (const lines of linesOf(tx, partner.id, day)) {
    await pieces.add(lines.map(file.line).join(''))
  }
  const end = file.end()
  const signature = sign(end.signed)
  await pieces.add(end.text + signatureLine(signature))
  const { size, sha256 } = await pieces.end()
  await tx.execute(sql`
    insert into reconciliation_file
      (partner_id, day, sha256, size, lines, totals, signature, made_at)
    values (${partner.id}, ${day}::date, ${sha256}, ${size}, ${end.count},
      ${JSON.stringify(end.totals)}::jsonb, ${signature}, ${clock.now()})`)
}

function createPieceWriter(tx: Tx, partnerId: string, day: string) {
  const hash = createHash('sha256')
  let pending: Buffer[] = []
  let pendingBytes = 0
  let size = 0
  let number = 1
  async function flush() {
    const bytes = Buffer.concat(pending)
    const compressed = (await compress(bytes)).toString('base64')
    await tx.execute(sql`
      insert into reconciliation_piece (partner_id, day, number, compressed)
      values (${partnerId}, ${day}::date, ${number}, decode(${compressed}, 'base64'))`)
    size += bytes.length
    number += 1
    pending = []
    pendingBytes = 0
  }
  return {
    async add(text: string) {
      const bytes = Buffer.from(text)
      hash.update(bytes)
      pending.push(bytes)
      pendingBytes += bytes.length
      if (pendingBytes >= PIECE_BYTES) await flush()
    },
    async end() {
      if (pendingBytes > 0) await flush()
      return { size, sha256: hash.digest('hex') }
    },
  }
}
