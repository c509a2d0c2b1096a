/** Why a message did not arrive, as the server keeps it. */
type DeliveryError =
  | { readonly name: string }
  | { readonly status: string; readonly said: string | null }
  | { readonly said: string }

const NAME = /^[a-z_]+$/
const ANSWER = /^answered (\d{3})(?:: (.+))?$/s

/** A name has words of ours, a status too; what else was said comes from the other side. */
export function readDeliveryError(error: string): DeliveryError {
  if (NAME.test(error)) return { name: error }
  const [, status, said = null] = ANSWER.exec(error) ?? []
  return status === undefined ? { said: error } : { status, said }
}
