import { defaultLanguage } from '@cashbox/contract'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Letter } from '../platform/mail/mail.ts'
import { post } from '../platform/mail/mail.ts'
import type { LetterServices } from './services.ts'

/** Writes to operators when the way they log in has changed, so that they notice a change by another person. */
export const tellOperator = (
  services: LetterServices,
  tx: Tx,
  { email, name, language }: Pick<SignedInOperator, 'email' | 'name' | 'language'>,
  template: Letter['template'],
) =>
  post(tx, services, {
    to: email,
    language: language ?? defaultLanguage,
    template,
    name,
    link: `${services.publicUrl}/console/account`,
    linkHours: null,
    details: [],
  })
