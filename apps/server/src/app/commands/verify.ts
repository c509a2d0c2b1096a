import { english } from '@cashbox/contract/console-texts/en'
import { closing, type Queryable } from '@cashbox/postgres/database'
import { anchorText, auditChecks, hasAnchor, parseAnchor } from '../../access/audit.ts'
import { approvalChecks } from '../../approvals/verify.ts'
import { statementChecks } from '../../balances/verify.ts'
import { ledgerChecks } from '../../ledger/verify.ts'
import { dailyCapChecks, moneyChecks } from '../../money/verify.ts'
import { fileChecks, verifyFiles } from '../../partners/daily-files/verify.ts'
import { accountStatementChecks, positionChecks, verifyStatements } from '../../partners/settlement/verify.ts'
import { eventChecks } from '../../partners/webhooks/verify.ts'
import { paymentChecks } from '../../payments/verify.ts'
import type { Config } from '../../platform/config.ts'
import { readDatabaseClock } from '../../platform/database-clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { verify } from '../../platform/verify.ts'
import { topupChecks } from '../../topups/verify.ts'
import { storeVerification } from '../../watch/read-status.ts'
import { sealChecks } from '../../watch/sealed-places.ts'
import { networkChecks } from '../../watch/verify.ts'
import { openDatabase } from '../open-database.ts'
import { openKeyring } from '../open-keyring.ts'
import { NotUnderstood, type Print, readArguments, text } from './help.ts'

export const verifyDatabase = async (db: Queryable, keyring: Keyring) => [
  ...(await verify(db, [
    ...ledgerChecks,
    ...statementChecks,
    ...paymentChecks,
    ...topupChecks,
    ...moneyChecks,
    ...dailyCapChecks,
    ...approvalChecks,
    ...auditChecks,
    ...networkChecks,
    ...eventChecks,
    ...positionChecks,
    ...fileChecks,
    ...accountStatementChecks,
    ...sealChecks(keyring),
  ])),
  await verifyFiles(db),
  await verifyStatements(db),
]

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
  return closing(await openDatabase(config, log), async (db) => {
    const findings = await verifyDatabase(db.withLongTimeouts(), await openKeyring(db, config))
    // A copy that can only be read is checked all the same.
    await storeVerification({ db, clock: await readDatabaseClock(db) }, async () => findings).catch((error: unknown) =>
      log.warn({ err: error }, 'the outcome of verify could not be stored'),
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

/** The English description of a rule, for the command line. */
export const renderRule = (rule: string): string =>
  Object.hasOwn(english.rules, rule) ? english.rules[rule as keyof typeof english.rules] : rule
