import { useTranslations } from 'use-intl'
import type { Messages } from '../../platform/language/language.ts'

type Problem = keyof Messages['partners']['log']['problems']

/** The error as the server stores it. */
type DeliveryError =
  | { readonly name: string }
  | { readonly status: string; readonly text: string | null }
  | { readonly text: string }

const NAME = /^[a-z_]+$/
const ANSWER = /^answered (\d{3})(?:: (.+))?$/s

/** Translated, except for what the other server answered. */
export function DeliveryProblem({ error }: { error: string }) {
  const t = useTranslations()
  const read = readDeliveryError(error)
  if ('name' in read) {
    const key = `partners.log.problems.${read.name as Problem}` as const
    return t.has(key) ? t(key) : <bdi>{error}</bdi>
  }
  if (!('status' in read)) return <OtherText text={read.text} />
  return (
    <>
      {t('transactions.events.answered', { status: read.status })}
      {read.text !== null && (
        <>
          : <OtherText text={read.text} />
        </>
      )}
    </>
  )
}

const OtherText = ({ text }: { text: string }) => <bdi className="wrap-anywhere">{text}</bdi>

/** Names and statuses are translated; any other text comes from the other server. */
export function readDeliveryError(error: string): DeliveryError {
  if (NAME.test(error)) return { name: error }
  const [, status, text = null] = ANSWER.exec(error) ?? []
  return status === undefined ? { text: error } : { status, text }
}
