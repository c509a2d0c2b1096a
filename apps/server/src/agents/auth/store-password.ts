import { languages } from '@cashbox/contract'
import { oneOf, text } from '../../platform/database/columns.ts'
import { only, type Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { post } from '../../platform/mail/mail.ts'
import { timeInLetter } from '../../platform/mail/time-in-letter.ts'
import { say } from '../../platform/texts.ts'
import type { AuthServices } from './services.ts'

/** Stores a new password and writes to the agent, so that a change by another person is noticed. */
export async function storePassword(
  { clock, keyring, publicUrl }: AuthServices,
  tx: Tx,
  agentId: string,
  passwordHash: string,
): Promise<void> {
  const { email, first_name, language, timezone } = only(
    await tx.query(
      sql`
        update agent set password_hash = ${passwordHash} where id = ${agentId}
        returning email, first_name, language, timezone`,
      { email: text, first_name: text, language: oneOf(...languages), timezone: text },
    ),
  )
  await post(
    tx,
    { clock, keyring },
    {
      to: email,
      language,
      template: 'password_changed',
      name: first_name,
      link: `${publicUrl}/auth/login`,
      linkHours: null,
      details: [{ label: say(language, 'mail.time'), values: [timeInLetter(clock.now(), timezone, language)] }],
    },
  )
}
