import { Notice } from '@cashbox/ui'
import { Lock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useTransactions } from './transactions.ts'

const COUNTED = '20'

/** Players wait at a counter and can't be paid: that comes first. */
export function LockedNotice() {
  const t = useTranslations('transactions')
  const { rows, hasNextPage } = useTransactions({ state: 'locked', limit: COUNTED })
  if (!rows || rows.length === 0) return null
  return (
    <Notice
      tone="warning"
      icon={<Lock aria-hidden />}
      title={
        <>
          {t('locked_notice', { count: rows.length, hasMore: String(hasNextPage) })}{' '}
          <Link href="/transactions?state=locked" className="underline">
            {t('show_locked', { count: rows.length })}
          </Link>
        </>
      }
    />
  )
}
