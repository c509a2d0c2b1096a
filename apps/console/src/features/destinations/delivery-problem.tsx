import { useTranslations } from 'use-intl'
import type { Messages } from '../../platform/language.ts'
import { readDeliveryError } from './delivery-error.ts'

type Problem = keyof Messages['partners']['log']['problems']

/** Why a message did not arrive. Only what the other side said is in its own language. */
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
