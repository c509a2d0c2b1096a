import type { Config } from '../config.ts'
import { auditChecks } from '../domain/operators/audit.ts'
import { topupChecks } from '../domain/topups/verify-topups.ts'
import { paymentChecks } from '../doors/agent/payments/verify-payments.ts'
import { approvalChecks } from '../doors/operator/approvals/verify-approvals.ts'
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

/** Checks all rules over the whole database; false when one of them fails. */
export async function verifyAll(config: Config, log: Log, print: (line: string) => void): Promise<boolean> {
  const db = await openDatabase(config, log)
  try {
    const findings = await verifyDatabase(db.patiently(), await openKeyring(db, config))
    for (const { rule, violations, examples } of findings) {
      print(`${violations === 0 ? 'ok    ' : 'FAILED'}  ${rule}`)
      for (const example of examples) print(`        ${example}`)
      if (violations > examples.length) print(`        and ${violations - examples.length} more`)
    }
    return findings.every(({ violations }) => violations === 0)
  } finally {
    await db.close()
  }
}
