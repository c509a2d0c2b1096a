import { createMoneyRequest, type HeldTopup, readApprovalRequest } from '@cashbox/contract/operator'
import { buttonClass, Notice } from '@cashbox/ui'
import { FileQuestion, Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Loaded } from '../../platform/loaded.tsx'
import { useMay } from '../../platform/roles.ts'
import { Code, TextLink } from '../../platform/text-link.tsx'
import { Amount, Facts, When } from '../../platform/values.tsx'
import { useHeldTopup } from './held-topups.ts'
import { CoinAmount } from './request-badges.tsx'

export function HeldTopupDetail({ id }: { id: string }) {
  const t = useTranslations('money')
  return (
    <Loaded query={useHeldTopup(id)} none={{ icon: FileQuestion, title: t('plan.no_topup') }}>
      {(topup) => <Known topup={topup} />}
    </Loaded>
  )
}

function Known({ topup }: { topup: HeldTopup }) {
  const t = useTranslations('money')
  const { cash_id, reason, received, currency_code } = topup
  return (
    <div className="grid gap-5">
      <p className="max-w-prose">
        <span className="block font-semibold">{t(`held.reasons.${reason}`)}</span>
        {t(`held.explained.${reason}`)}
      </p>
      <Acts topup={topup} />
      <Facts
        facts={[
          [t('held.sent'), <CoinAmount key="sent" amount={topup.sent} asset={topup.coin} />],
          [
            t('held.received'),
            received === null ? (
              t('held.received_none')
            ) : (
              <Amount key="received" amount={received} currency={currency_code ?? ''} />
            ),
          ],
          [
            t('facts.agent'),
            cash_id === null ? (
              t('facts.owner_none')
            ) : (
              <TextLink key="agent" href={`/agents?search=${cash_id}`}>
                {t('facts.agent_link', { cashId: cash_id })}
              </TextLink>
            ),
          ],
          [t('held.type'), t(`held.types.${topup.type}`)],
          [t('held.seen'), <When key="seen" seconds={topup.seen_at} />],
          [t('held.sender'), topup.sender === null ? '–' : <Code key="sender" text={topup.sender} />],
          [t('held.reference'), <Code key="reference" text={topup.reference} />],
          [t('held.id'), <Code key="id" text={topup.id} />],
          ...(topup.txid === null ? [] : [[t('held.txid'), <Code key="txid" text={topup.txid} />] as const]),
        ]}
      />
    </div>
  )
}

/** What can be done about it; nothing more while a request about it waits. */
function Acts({ topup: { id, is_creditable, request_id } }: { topup: HeldTopup }) {
  const t = useTranslations('money.held')
  const mayAsk = useMay(createMoneyRequest)
  const mayRead = useMay(readApprovalRequest)
  if (request_id !== null) {
    return (
      <Notice tone="warning" icon={<Hourglass aria-hidden />} title={t('request_waits')}>
        {mayRead && <TextLink href={`/approvals/${request_id}`}>{t('request_link')}</TextLink>}
      </Notice>
    )
  }
  if (!mayAsk) return null
  return (
    <div className="flex flex-wrap gap-2">
      {is_creditable && (
        <Link href={`/money/new?kind=topup_credit&topup_id=${id}`} className={buttonClass()}>
          {t('credit')}
        </Link>
      )}
      <Link href={`/money/new?kind=topup_return&topup_id=${id}`} className={buttonClass({ variant: 'secondary' })}>
        {t('return')}
      </Link>
    </div>
  )
}
