import * as api from '@cashbox/contract/operator'
import { Callout, Card, cn, Money, Skeleton } from '@cashbox/ui'
import { ArrowRight, CircleAlert, Eye } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { SecondOperator } from '../../platform/forms/second-operator.tsx'
import type { Preview, PreviewAnswer } from '../../platform/forms/use-preview.ts'
import { textAt, textsOf } from '../../platform/language/language.ts'
import type { MapItem } from '../../platform/map/items.ts'
import { LazyMap } from '../../platform/map/map.tsx'
import { Failed, Loaded } from '../../platform/page/page.tsx'
import { useAnswer, useMay } from '../../platform/session/session.ts'
import { DifferenceTable } from '../../platform/values/difference-table.tsx'
import { formatMoney, fullName } from '../../platform/values/formats.ts'
import { Amount, Code, Facts, TextLink, TransactionTypeLabel } from '../../platform/values/values.tsx'
import { CoinAmount } from './request-facts.tsx'

const t = textsOf('money.plan')

interface PreviewPanelProps
  extends Pick<Preview<typeof api.previewMoneyRequest>, 'query' | 'answer' | 'isIdle' | 'isCurrent'> {
  /** The fields beside which the server's messages are shown. */
  readonly fields: readonly string[]
}

interface RefusedProps extends Pick<PreviewPanelProps, 'fields'> {
  readonly refusal: NonNullable<PreviewAnswer<typeof api.previewMoneyRequest>['refusal']>
}

interface PreviewViewProps {
  readonly preview: api.MoneyPreview
  /** The operator has set the rate, so it can't change before the request is sent. */
  readonly isFixed: boolean
}

export const PreviewPanel = ({ query, answer, isIdle, isCurrent, fields }: PreviewPanelProps) => (
  <Card className="grid gap-3">
    <h2 className="text-base font-semibold">{t('title')}</h2>
    {isIdle ? (
      <p className="text-ink-soft">{t('empty')}</p>
    ) : answer ? (
      <div aria-busy={!isCurrent} className={cn(!isCurrent && 'animate-pulse')}>
        {answer.output ? (
          <PreviewView preview={answer.output.preview} isFixed={'rate' in answer.input} />
        ) : (
          <Refused refusal={answer.refusal} fields={fields} />
        )}
      </div>
    ) : query.error ? (
      <Failed error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <div aria-busy>
        <Skeleton className="h-24" />
      </div>
    )}
  </Card>
)

function Refused({ refusal: { code, errors, serverMessage }, fields }: RefusedProps) {
  const isBesideField = Object.keys(errors).some((field) => fields.includes(field))
  return (
    <div role="status">
      <Callout tone="warning" icon={<CircleAlert aria-hidden />} title={isBesideField ? t('see_field') : serverMessage}>
        {code === 'request_already_waiting' && <TextLink href="/approvals?state=pending">{t('see_waiting')}</TextLink>}
      </Callout>
    </div>
  )
}

export function PreviewView({ preview, isFixed }: PreviewViewProps) {
  const { kind, agent, partner, topup, transaction, amount, asset, accounts, needs_approval, above } = preview
  const isReturn = kind === 'topup_return'
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3">
        {agent && (
          <Part label={t('agent')}>
            <span className="font-semibold">{fullName(agent)}</span>{' '}
            <span className="text-ink-soft tabular-nums">{agent.cash_id}</span>
          </Part>
        )}
        {partner && (
          <>
            <Part label={t('partner')}>
              <span className="font-semibold">{partner.name}</span>
            </Part>
            <Part label={t('position')}>
              <Change before={formatMoney(partner.before)} after={formatMoney(partner.after)} currency={asset} />
              <span className="block text-sm text-ink-soft">{t('position_help')}</span>
            </Part>
          </>
        )}
        {topup && (
          <Part label={textAt('money.held.sent')}>
            <CoinAmount amount={topup.sent} asset={topup.coin} />
          </Part>
        )}
        {transaction && (
          <Part label={textAt('money.facts.transaction')}>
            <TransactionTypeLabel type={transaction.type} /> <Code text={transaction.transaction_id} />
          </Part>
        )}
        {!isReturn && (
          <Part label={textAt('money.amount')}>
            <Money size="lg" amount={formatMoney(amount.replace('-', ''))} currency={asset} />
            {kind === 'topup_credit' && !isFixed && <span className="block text-sm text-ink-soft">{t('about')}</span>}
          </Part>
        )}
        {accounts.map(({ account, before, after }) => (
          <Part key={account} label={t(account)}>
            <Change before={formatMoney(before)} after={formatMoney(after)} currency={asset} />
          </Part>
        ))}
      </dl>
      {isReturn && <p>{t('return_text')}</p>}
      <Callout tone={partner || needs_approval ? 'warning' : 'info'} icon={<Eye aria-hidden />}>
        {partner
          ? t('always_payment')
          : above === null
            ? t('always', { asset })
            : t(needs_approval ? 'second' : 'alone', { above: formatMoney(above), asset })}
      </Callout>
    </div>
  )
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)

const Change = ({ before, after, currency }: { before: string; after: string; currency: string }) => (
  <>
    <span className="sr-only">{t('becomes', { now: before, after: `${after} ${currency}` })}</span>
    <span aria-hidden className="flex flex-wrap items-center gap-x-2">
      <span className="text-ink-soft tabular-nums">{before}</span>
      <ArrowRight size={16} className="shrink-0 text-ink-soft" />
      <Money amount={after} currency={currency} />
    </span>
  </>
)

/** At least what the requester saw. */
export function RequestEffect({ request }: { request: api.ApprovalRequest }) {
  const { id, kind, state, subject, before, after, fields } = request
  const isWaiting = state === 'pending'
  const mayPreview = useMay(api.previewWaitingMoney)
  if (api.isMoneyRequest(request)) return isWaiting && mayPreview && <WaitingMoney id={id} />
  return (
    <div className="grid gap-4">
      {isWaiting && <SecondOperator kind={kind as api.ChangeKind} />}
      <DifferenceTable before={before} after={after} marked={fields} />
      {subject.kind === 'agent' && <AgentNow request={request} />}
    </div>
  )
}

function WaitingMoney({ id }: { id: string }) {
  const query = useAnswer(api.previewWaitingMoney, { request_id: id })
  return <Loaded query={query}>{({ preview }) => <PreviewView preview={preview} isFixed />}</Loaded>
}

function AgentNow({ request }: { request: api.ApprovalRequest }) {
  const query = useAnswer(api.readAgent, { agent_id: request.subject.id })
  return (
    <Loaded query={query}>
      {({ agent }) => (
        <>
          <Facts
            facts={{
              [textAt('agents.balance')]: <Amount amount={agent.balance} currency={agent.channel.currency_code} />,
            }}
          />
          {Object.keys(request.after ?? {}).some((field) => field.startsWith('geo_')) && (
            <AreaMap request={request} agent={agent} />
          )}
        </>
      )}
    </Loaded>
  )
}

/** Of fields that don't change, the agent's own. */
function AreaMap({ request: { before, after }, agent }: { request: api.ApprovalRequest; agent: api.KnownAgent }) {
  const t = useTranslations()
  const items = useMemo(() => {
    const drawn: MapItem[] = []
    for (const [key, fields] of [
      ['before', before],
      ['after', after],
    ] as const) {
      const { geo_lat, geo_lon, geo_area } = { ...agent, ...fields }
      if (geo_lat === null || geo_lon === null) continue
      const spot = { key, lat: Number(geo_lat), lon: Number(geo_lon) }
      const tone = 'main'
      drawn.push({ kind: 'circle', ...spot, radiusM: geo_area, tone, isHollow: key === 'before' })
      drawn.push({ kind: 'mark', ...spot, key: `${key} point`, tone, label: t(`differences.${key}`) })
    }
    return drawn
  }, [before, after, agent, t])
  return <LazyMap label={textAt('approvals.area')} items={items} className="h-72" />
}
