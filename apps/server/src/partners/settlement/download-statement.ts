import type { FileAnswer, Language } from '@cashbox/contract'
import type * as contract from '@cashbox/contract/operator'
import type { OperatorRequest } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import type { Services } from '../../platform/services.ts'
import { readSettings } from '../../platform/settings.ts'
import { readPartner } from '../partner.ts'
import { findPartnerId } from './read-position.ts'
import { writeStatement } from './statement-file.ts'
import { nameOf, readStatement } from './statements.ts'

/** The download is written to the audit before the first byte is sent. */
export async function downloadStatement(
  { db, clock }: Services,
  { input, actor }: OperatorRequest<typeof contract.downloadPartnerStatement>,
  language: Language,
): Promise<FileAnswer> {
  const { code, statement_id, format } = input
  const signed = await readStatement(db, await findPartnerId(db, code), statement_id, clock.now())
  const { name } = await readPartner(db, code)
  const { partner_name: network } = await readSettings(db)
  await db.transaction((tx) =>
    writeAudit(tx, { at: clock.now(), actor }, { kind: 'export', id: 'account-statement' }, 'export.begin', {
      after: { partner: code, statement: nameOf(signed.statement), format },
    }),
  )
  return writeStatement({ signed, network, partner: { code, name }, format, language })
}
