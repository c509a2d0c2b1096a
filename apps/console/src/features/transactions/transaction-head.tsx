import { createMoneyRequest, unlockTransaction, type WholeTransaction } from '@cashbox/contract/operator'
import { Button, buttonClass, Money } from '@cashbox/ui'
import { LockOpen, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { call } from '../../platform/call.ts'
import { formatMoney } from '../../platform/formats.ts'
import { useMay } from '../../platform/roles.ts'
import { TransactionTypeLabel } from '../../platform/transaction-type.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { StateBadge } from './state-badge.tsx'

/** The amount, the state, and what the operator can do about it. */
export function TransactionHead({ transaction }: { transaction: WholeTransaction }) {
  const { amount, currency_code, type } = transaction
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Money size="xl" amount={formatMoney(amount)} currency={currency_code} />
        <TransactionTypeLabel type={type} />
        <StateBadge transaction={transaction} />
      </div>
      <Acts transaction={transaction} />
    </div>
  )
}

function Acts({ transaction: { transaction_id: id, is_locked, state } }: { transaction: WholeTransaction }) {
  const t = useTranslations('transactions.acts')
  const mayUnlock = useMay(unlockTransaction) && is_locked
  const mayReverse = useMay(createMoneyRequest) && state === 'confirmed'
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-label={t('label')} className="flex flex-wrap gap-2 empty:hidden">
      {mayUnlock && (
        <Button icon={<LockOpen size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {t('unlock.button')}
        </Button>
      )}
      {mayReverse && (
        <Link
          href={`/money/new?${new URLSearchParams({ kind: 'reversal', transaction_id: id }).toString()}`}
          className={buttonClass({ variant: 'secondary' })}
        >
          <span className="inline-flex items-center gap-2">
            <Undo2 size={16} aria-hidden />
            {t('reverse')}
          </span>
        </Link>
      )}
      {isAsking && (
        <ReasonDialog
          transactionId={id}
          title={t('unlock.title', { id })}
          text={t('unlock.text')}
          submit={t('unlock.submit')}
          done={t('unlock.done', { id })}
          send={async (reason) => (await call(unlockTransaction, { transaction_id: id, reason })).transaction}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
