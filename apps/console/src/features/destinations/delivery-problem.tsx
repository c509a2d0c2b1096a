import { useTranslations } from 'use-intl'
import type { Messages } from '../../platform/language/language.ts'

type Problem = keyof Messages['partners']['log']['problems']

/** Translated, except for what the other server answered. */
export function DeliveryProblem({ error }: { error: string }) {
  const t = useTranslations()
  const read = readDeliveryError(error)
  if ('name' in read) {
    const key = `partners.log.problems.${read.name as Problem}` as const
    return t.has(key) ? t(key) : <bdi>{error}</bdi>
  }
  if (!('status' in read)) return <Said text={read.said} />
  return (
    <>
      {t('transactions.events.answered', { status: read.status })}
      {read.said !== null && (
        <>
          : <Said text={read.said} />
        </>
      )}
    </>
  )
}

const Said = ({ text }: { text: string }) => <bdi className="wrap-anywhere">{text}</bdi>

/** The error as the server stores it. */
type DeliveryError =
  | { readonly name: string }
  | { readonly status: string; readonly said: string | null }
  | { readonly said: string }

const NAME = /^[a-z_]+$/
const ANSWER = /^answered (\d{3})(?:: (.+))?$/s

/** Names and statuses are translated; any other text comes from the other server. */
export function readDeliveryError(error: string): DeliveryError {
  if (NAME.test(error)) return { name: error }
  const [, status, said = null] = ANSWER.exec(error) ?? []
  return status === undefined ? { said: error } : { status, said }
}
