import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { auditChecks } from '../domain/operators/audit.ts'
import { anchorText, hasAnchor, parseAnchor } from '../domain/operators/audit-anchor.ts'
import { topupChecks } from '../domain/topups/verify-topups.ts'
import { paymentChecks } from '../doors/agent/payments/verify-payments.ts'
import { approvalChecks } from '../doors/operator/manage-approvals/verify-approvals.ts'
import { moneyChecks } from '../doors/operator/money/verify-money.ts'
import { networkChecks } from '../doors/operator/watch/verify-network.ts'
import { ledgerChecks } from '../ledger/verify-ledger.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Log } from '../platform/log.ts'
import { verify } from '../platform/verify.ts'
import { openDatabase } from './open-database.ts'
import { openKeyring } from './open-keyring.ts'
import { sealChecks } from './sealed-places.ts'
import { UsageError } from './usage-error.ts'

type Print = (line: string) => void

const ANCHOR_USAGE = 'npm run verify -- --anchor NUMBER:HASH, as in the letter about the audit'

export const verifyDatabase = (db: Queryable, keyring: Keyring) =>
  verify(db, [
    ...ledgerChecks,
    ...paymentChecks,
    ...topupChecks,
    ...moneyChecks,
    ...approvalChecks,
    ...auditChecks,
    ...networkChecks,
    ...sealChecks(keyring),
  ])

/** Checks that the audit still has what `--anchor NUMBER:HASH` names; false when it lacks one. */
export async function verifyAnchors(db: Queryable, given: readonly string[], print: Print): Promise<boolean> {
  let holds = true
  for (const text of given) {
    const anchor = parseAnchor(text)
    if (!anchor) throw new UsageError(ANCHOR_USAGE)
    const isThere = await hasAnchor(db, anchor)
    print(`${isThere ? 'ok    ' : 'FAILED'}  the audit has the anchor ${anchorText(anchor)}`)
    holds &&= isThere
  }
  return holds
}

function readAnchors(args: readonly string[]): string[] {
  try {
    return parseArgs({ args: [...args], options: { anchor: { type: 'string', multiple: true } } }).values.anchor ?? []
  } catch {
    throw new UsageError(ANCHOR_USAGE)
  }
}

/** Checks all rules over the whole database, and the anchors that are named; false when one of them fails. */
export async function verifyAll(config: Config, log: Log, args: readonly string[], print: Print): Promise<boolean> {
  const anchors = readAnchors(args)
  const db = await openDatabase(config, log)
  try {
    const findings = await verifyDatabase(db.patiently(), await openKeyring(db, config))
    for (const { rule, violations, examples } of findings) {
      print(`${violations === 0 ? 'ok    ' : 'FAILED'}  ${rule}`)
      for (const example of examples) print(`        ${example}`)
      if (violations > examples.length) print(`        and ${violations - examples.length} more`)
    }
    const hasAll = await verifyAnchors(db, anchors, print)
    return hasAll && findings.every(({ violations }) => violations === 0)
  } finally {
    await db.close()
  }
}
