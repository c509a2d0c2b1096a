import { Writable } from 'node:stream'
import { sql } from '@cashbox/postgres/database'
import { waitingLetters } from '@cashbox/testing/make-operator'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorText, hasAnchor, readAnchor } from '../access/audit.ts'
import { sendAnchor } from './send-anchor.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

async function send(mailbox: string | null) {
  const lines: string[] = []
  const log = pino(
    { level: 'info' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  const config = {
    ...world.config,
    mode: 'production' as const,
    consoleUrl: 'https://agents.example.com',
    auditMailbox: mailbox,
  }
  await sendAnchor({ ...world.services, log, config })
  return lines.join('')
}

test('the end of the audit is in the log, and in a letter to every admin or to the mailbox that is set', async () => {
  const anchor = await readAnchor(world.db)
  if (!anchor) throw new Error('the audit is empty')
  const logged = await send(null)
  await send('audit@example.org')
  expect(logged).toContain(anchor.hash)
  const [toAdmin] = await waitingLetters(world, 'admin@cashbox.test')
  const [toMailbox] = await waitingLetters(world, 'audit@example.org')
  for (const letter of [toAdmin, toMailbox]) {
    expect(letter?.template).toBe('audit_anchor')
    expect(letter?.details.flatMap(({ values }) => values)).toEqual([
      anchorText(anchor),
      `npm run verify -- --anchor ${anchorText(anchor)}`,
    ])
  }
  expect(await waitingLetters(world, 'support@cashbox.test')).toEqual([])
})

test('an anchor is found again while the audit grows, and not in an audit that was written anew', async () => {
  const anchor = await readAnchor(world.db)
  if (!anchor) throw new Error('the audit is empty')
  await operatorOf(world.address, 'admin')
  expect(await hasAnchor(world.db, anchor)).toBe(true)

  const undone = new Error('undone')
  const rewrite = world.db.transaction(async (tx) => {
    await tx.script('alter table audit_entry disable trigger audit_entry_append_only')
    await tx.execute(sql`delete from audit_entry`)
    await tx.execute(sql`update audit_end set number = 0, hash = ''`)
    await tx.execute(
      sql`select write_audit(now(), null, 'forger', 'operator.log-in', 'operator', 'x', null, null, null, null)`,
    )
    const forged = await readAnchor(tx)
    expect(forged?.hash).not.toBe(anchor.hash)
    expect(await hasAnchor(tx, anchor)).toBe(false)
    throw undone
  })
  await expect(rewrite).rejects.toBe(undone)
})
