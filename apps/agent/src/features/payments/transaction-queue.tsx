import { listPending, mayConfirm, type PendingTransaction, type TransactionType } from '@cashbox/contract'
import { Card, Money } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Code, Disc } from '../../platform/agent-parts.tsx'
import { answerTo, queryClient, useIsLive } from '../../platform/live/queries.ts'
import { useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { notify } from '../../platform/toasts.ts'
import { usePaymentPopup } from './payment-buttons.tsx'
import { DirectionIcon, TimeLeft } from './transaction-parts.tsx'

const pending = answerTo(listPending, {}, { ignore403: true, topics: ['transactions'] })

/** In case a live update was missed. */
const ASK_EVERY_MS = 60_000

/** Undefined for a transaction that is not in the queue. */
export const pendingType = (transactionId: string): TransactionType | undefined =>
  queryClient.getQueryData(pending.queryKey)?.list.find(({ transaction_id }) => transaction_id === transactionId)?.type

const none: readonly PendingTransaction[] = []

/** Open transactions for this cashbox. A press opens the popup with the ID filled in. */
export function TransactionQueue() {
  const t = useTranslations('queue')
  const { status } = useUser()
  const { data, dataUpdatedAt } = useQuery({
    ...pending,
    enabled: mayConfirm(status),
    refetchInterval: ASK_EVERY_MS,
  })
  const list = data?.list ?? none
  const { open, opening } = usePaymentPopup()
  const isLive = useIsLive()
  useNewTransactionToasts(list, dataUpdatedAt)
  if (list.length === 0) return null
  return (
    <section aria-labelledby="transaction-queue" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="transaction-queue" className="text-lg font-semibold">
          {t('title')}
        </h2>
        <p className="text-sm text-ink-soft">{isLive ? t('count', { count: list.length }) : t('reconnecting')}</p>
      </div>
      <Card hasPadding={false}>
        <ul className="divide-y divide-line">
          {list.map((transaction) => (
            <li key={transaction.transaction_id}>
              <QueueEntry
                transaction={transaction}
                asOfMs={dataUpdatedAt}
                isBusy={opening !== null}
                onOpen={() => void open(transaction.type, transaction.transaction_id)}
              />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

interface QueueEntryProps {
  readonly transaction: PendingTransaction
  readonly asOfMs: number
  readonly isBusy: boolean
  readonly onOpen: () => void
}

function QueueEntry({ transaction, asOfMs, isBusy, onOpen }: QueueEntryProps) {
  const t = useTranslations()
  const { type, transaction_id, amount, currency_code, customer, expires_at } = transaction
  const tone = type === 'deposit' ? 'bg-deposit-soft text-deposit' : 'bg-withdraw-soft text-withdraw'
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={onOpen}
      className="flex min-h-16 w-full items-center gap-3 px-4 py-3 text-start transition-colors duration-150 hover:bg-sunken"
    >
      <Disc className={tone} icon={<DirectionIcon type={type} />} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="sr-only">{t(`queue.open_${type}`, { transactionId: transaction_id })}</span>
        <Money amount={formatMoney(amount)} currency={currency_code} />
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <Code>{transaction_id}</Code>
          <span>{t('history.player_id', { id: customer })}</span>
        </span>
      </span>
      <span className="shrink-0 text-sm">
        <TimeLeft expiresAt={expires_at} asOfMs={asOfMs} />
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft rtl:-scale-x-100" />
    </button>
  )
}

function useNewTransactionToasts(list: readonly PendingTransaction[], asOfMs: number) {
  const t = useTranslations('queue')
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (asOfMs === 0) return
    const before = known.current
    known.current = new Set(list.map(({ transaction_id }) => transaction_id))
    for (const { transaction_id, type, amount, currency_code } of list) {
      if (before === null || before.has(transaction_id)) continue
      const shown = `${formatMoney(amount)} ${currency_code}`
      notify('info', t(`new_${type}`, { amount: shown }))
    }
  }, [list, asOfMs, t])
}
