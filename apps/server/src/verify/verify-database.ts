import { english } from '@cashbox/contract/console-texts/en'
import type { Queryable } from '@cashbox/postgres/database'
import { auditChecks } from '../access/audit.ts'
import { approvalChecks } from '../approvals/verify.ts'
import { statementChecks } from '../balances/verify.ts'
import { ledgerChecks } from '../ledger/verify.ts'
import { dailyCapChecks, moneyChecks } from '../money/verify.ts'
import { fileChecks, verifyFiles } from '../partners/daily-files/verify.ts'
import { accountStatementChecks, positionChecks, verifyStatements } from '../partners/settlement/verify.ts'
import { eventChecks } from '../partners/webhooks/verify.ts'
import { paymentChecks } from '../payments/verify.ts'
import { peopleChecks } from '../people/verify.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { verify } from '../platform/verify.ts'
import { topupChecks } from '../topups/verify.ts'
import { sealChecks } from '../watch/sealed-columns.ts'
import { networkChecks } from '../watch/verify.ts'

/** Every rule that must always hold, over the whole network. */
export const verifyDatabase = async (db: Queryable, keyring: Keyring) => [
  ...(await verify(db, [
    ...ledgerChecks,
    ...statementChecks,
    ...paymentChecks,
    ...peopleChecks,
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

/** The English description of a rule, for the command line. */
export const renderRule = (rule: string): string =>
  Object.hasOwn(english.rules, rule) ? english.rules[rule as keyof typeof english.rules] : rule
