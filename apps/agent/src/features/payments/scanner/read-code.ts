import { TRANSACTION_ID_ALPHABET } from '@cashbox/contract'
import { cleanTransactionId, WHOLE_ID_LENGTH } from '../payment-values.ts'

const WHOLE_ID = new RegExp(`^[${TRANSACTION_ID_ALPHABET}]{${WHOLE_ID_LENGTH}}$`)

/**
 * The transaction ID in a scanned code: the bare ID, or a link that carries one as `transaction_id`. Null for anything
 * else, such as a barcode on goods: every ID that does not exist counts as a guess.
 */
export function readCode(text: string): string | null {
  const id = cleanTransactionId(idInLink(text.trim()) ?? text)
  return WHOLE_ID.test(id) ? id : null
}

function idInLink(text: string): string | null {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return null
  return new URL(text).searchParams.get('transaction_id')
}
