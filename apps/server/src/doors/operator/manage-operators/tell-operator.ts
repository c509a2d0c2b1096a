import { defaultLanguage } from '@cashbox/contract'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Letter } from '../../../platform/mail/letter.ts'
import { post } from '../../../platform/mail/mail.ts'
import type { OperatorServices } from './services.ts'

/** Writes to operators when the way they log in has changed, so that they notice a change by another person. */
export const tellOperator = (
  services: OperatorServices,
  tx: Tx,
  { email, name }: Pick<SignedInOperator, 'email' | 'name'>,
  template: Letter['template'],
) =>
  post(tx, services, {
    to: email,
    language: defaultLanguage,
    template,
    name,
    link: `${services.publicUrl}/console/account`,
    linkHours: null,
    details: [],
  })
