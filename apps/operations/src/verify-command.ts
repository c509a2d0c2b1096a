import { closing, problemIn, type Queryable } from '@cashbox/postgres/database'
import { anchorText, hasAnchor, parseAnchor } from '@cashbox/server/access/audit'
import { openDatabase } from '@cashbox/server/app/open-database'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import type { Config } from '@cashbox/server/platform/config'
import { readDatabaseClock } from '@cashbox/server/platform/database-clock'
import type { Log } from '@cashbox/server/platform/log/log'
import { renderRule, verifyDatabase } from '@cashbox/server/verify/verify-database'
import { storeVerification } from '@cashbox/server/watch/read-status'
import { NotUnderstood, type Print, readArguments, text } from './command-line/help.ts'

/** Checks that the audit still has what `--anchor NUMBER:HASH` names; false when it lacks one. */
export async function verifyAnchors(db: Queryable, given: readonly string[], print: Print): Promise<boolean> {
  let holds = true
  for (const text of given) {
    const anchor = parseAnchor(text)
    if (!anchor) throw new NotUnderstood('verify')
    const isThere = await hasAnchor(db, anchor)
    print(`${isThere ? 'ok    ' : 'FAILED'}  the audit has the anchor ${anchorText(anchor)}`)
    holds &&= isThere
  }
  return holds
}

/** Checks all rules over the whole database, and the anchors that are named; false when one of them fails. */
export async function verifyAll(config: Config, log: Log, args: readonly string[], print: Print): Promise<boolean> {
  const { anchor: anchors = [] } = readArguments('verify', args, { anchor: { ...text, multiple: true } }, 0).values
  return closing(await openDatabase(config, log, { isForReading: true }), async (db) => {
    const findings = await verifyDatabase(db.withLongTimeouts(), await openKeyring(db, config))
    // A copy that can only be read is checked all the same.
    await storeVerification({ db, clock: await readDatabaseClock(db) }, async () => findings).catch((error: unknown) =>
      log.warn({ problem: problemIn(error) }, 'the outcome of verify could not be stored'),
    )
    for (const { rule, violations, examples } of findings) {
      print(`${violations === 0 ? 'ok    ' : 'FAILED'}  ${renderRule(rule)}`)
      for (const example of examples) print(`        ${example}`)
      if (violations > examples.length) print(`        and ${violations - examples.length} more`)
    }
    const hasAll = await verifyAnchors(db, anchors, print)
    return hasAll && findings.every(({ violations }) => violations === 0)
  })
}
