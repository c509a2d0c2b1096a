import { type StatementDetail, statementAccounts } from '@cashbox/contract'
import { Card, Skeleton } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { Failed } from '../../platform/failed.tsx'
import { BackLink } from '../../platform/page-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { KindIcon } from './kind-icon.tsx'
import { LineFacts } from './line-facts.tsx'
import { LinkedLines } from './linked-lines.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import { SignedMoney } from './signed-money.tsx'
import { TopupFacts } from './topup-facts.tsx'
import { lineOf } from './use-statement.ts'

/** The whole story of one line of the statement. */
export function LinePage() {
  const t = useTranslations('statement')
  const params = useParams<{ account: string; number: string }>()
  const account = statementAccounts.find((known) => known === params.account) ?? 'float'
  const { data, error, isPending, isFetching, refetch } = useQuery(lineOf(account, params.number))
  useScreenTitle(t('line_title'))
  useUsableMark()
  return (
    <div className="mx-auto grid w-full max-w-[35rem] gap-4">
      <BackLink href={account === 'float' ? '/statement' : `/statement?account=${account}`} text={t('title')} />
      {data ? (
        <Story line={data} />
      ) : isPending ? (
        <LineSkeleton />
      ) : (
        <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function Story({ line }: { line: StatementDetail }) {
  const t = useTranslations('statement')
  return (
    <>
      <Card className="grid justify-items-center gap-2 text-center">
        <KindIcon kind={line.kind} />
        <h1 className="text-lg font-semibold">{t(`kinds.${line.kind}`)}</h1>
        <SignedMoney size="xl" amount={line.amount} />
        <p className="text-sm text-ink-soft">
          {t(`accounts.${line.account}`)} · <bdi>{line.currency_code}</bdi>
        </p>
      </Card>
      <LineFacts line={line} />
      {line.payment && <PaymentFacts payment={line.payment} currency={line.currency_code} />}
      {line.topup && <TopupFacts topup={line.topup} />}
      <LinkedLines linked={line.linked} />
    </>
  )
}

function LineSkeleton() {
  const t = useTranslations('common')
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-36 w-full" />
      <Skeleton className="h-56 w-full" />
    </div>
  )
}
