import { choiceKinds } from '@cashbox/contract/operator'
import { oneOf, text } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { isCountry, isMessenger } from './places.ts'

export interface Offer {
  isCountryOffered(code: string): boolean
  isMessengerOffered(code: string): boolean
}

/** What new agents may choose: everything there is, except what an operator has withheld. */
export async function readOffer(db: Queryable): Promise<Offer> {
  const rows = await db.query(sql`select kind, code from withheld_choice`, {
    kind: oneOf(...choiceKinds),
    code: text,
  })
  const withheld = new Set(rows.map(({ kind, code }) => `${kind} ${code}`))
  return {
    isCountryOffered: (code) => isCountry(code) && !withheld.has(`country ${code}`),
    isMessengerOffered: (code) => isMessenger(code) && !withheld.has(`messenger ${code}`),
  }
}
