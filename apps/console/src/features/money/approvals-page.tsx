import * as api from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Eye, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { Dialog } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps, isGiven, orNone, sumField } from '../../platform/forms/form.tsx'
import { PendingChanges, REFRESH_MS, useApprovalLimits, useKindName } from '../../platform/forms/second-operator.tsx'
import { bare, column, figure, offCard, type TableColumn, time, wide } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { DetailPage, Loaded } from '../../platform/page/page.tsx'
import { cacheAnswer, call, keyOf, useMay, useOperator } from '../../platform/session/session.ts'
import { formatMoney } from '../../platform/values/formats.ts'
import { Amount, ButtonLink, RequestStateBadge } from '../../platform/values/values.tsx'
import { RequestDetail } from './request-detail.tsx'
import { RequestAmount } from './request-facts.tsx'
import { useRequest } from './requests.ts'

export function ApprovalsPage() {
  const t = useTranslations()
  const nameOfKind = useKindName()
  const filters = useListFilters({
    show: {
      label: t('approvals.show'),
      options: [
        { value: 'for_me', label: t('approvals.for_me') },
        { value: 'mine', label: t('approvals.mine') },
      ],
    },
    state: {
      label: t('approvals.state'),
      options: optionsOf(api.requestStates, (state) => t(`request_states.${state}`)),
    },
    kind: { label: t('approvals.kind'), options: optionsOf(api.approvalKinds, nameOfKind) },
    cash_id: { label: t('approvals.cash_id'), inputMode: 'numeric' },
  })
  const { id } = useOperator()
  const { show, ...values } = filters.values
  const whose = show === 'mine' ? { requested_by: id } : show === 'for_me' ? { for_me: 'true' } : {}
  return (
    <ListPage
      {...useListOf('approvals', { ...values, ...whose }, { refreshMs: REFRESH_MS })}
      filters={filters}
      actions={<Actions />}
      bulk={{ actions: ['request.reject'], nameOf: ({ number, subject }) => `${number}: ${subject.name}` }}
      path="/approvals"
      columns={useColumns()}
      renderDrawer={(opened) => ({ title: <RequestTitle id={opened} />, content: <RequestDetail id={opened} /> })}
    />
  )
}

export function ApprovalPage() {
  const { id = '' } = useParams()
  return (
    <DetailPage title={useRequestTitle(id)}>
      <RequestDetail id={id} />
    </DetailPage>
  )
}

function useRequestTitle(id: string): string {
  const t = useTranslations()
  const { data } = useRequest(id)
  return data ? t('approvals.request', { number: data.number }) : t('pages.approvals')
}

const RequestTitle = ({ id }: { id: string }) => useRequestTitle(id)

function Actions() {
  const t = useTranslations('money')
  const mayRequest = useMay(api.createMoneyRequest)
  const mayReadLimits = useMay(api.readApprovalLimits)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {mayReadLimits && (
        <Button variant="secondary" icon={<Eye size={18} aria-hidden />} onClick={() => setOpen(true)}>
          {t('approval_limits.button')}
        </Button>
      )}
      {mayRequest && (
        <ButtonLink variant="primary" href="/money/new" icon={Plus}>
          {t('ask_button')}
        </ButtonLink>
      )}
      {isOpen && <ApprovalLimitsSheet onClose={() => setOpen(false)} />}
    </>
  )
}

function useColumns(): readonly TableColumn<api.ApprovalRequest>[] {
  const t = useTranslations('approvals')
  const nameOfKind = useKindName()
  return [
    column('number', t('number'), ({ number }) => t('request', { number })),
    bare(column('state', t('state'), ({ state }) => <RequestStateBadge state={state} />)),
    bare(column('kind', t('kind'), ({ kind }) => nameOfKind(kind))),
    bare(column('subject', t('subject'), ({ subject }) => subject.name)),
    bare(
      figure('amount', t('amount'), (request) => api.isMoneyRequest(request) && <RequestAmount request={request} />),
    ),
    offCard(column('by', t('requested_by'), ({ requested_by }) => requested_by.name)),
    offCard(wide('reason', t('reason'), ({ reason }) => reason ?? '–')),
    offCard(time('at', t('requested'), ({ requested_at }) => requested_at)),
  ]
}

type Sum = api.ApprovalLimits['list'][number]
interface Chosen {
  readonly sum: Sum
  readonly version: number
}

export function ApprovalLimitsSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('money.approval_limits')
  const query = useApprovalLimits()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const back = () => setChosen(null)
  return (
    <Dialog onClose={onClose} title={chosen ? t('change_title', { asset: chosen.sum.asset }) : t('title')}>
      {chosen ? (
        <ChangeForm {...chosen} onDone={back} onCancel={back} onReload={() => void query.refetch().then(back)} />
      ) : (
        <Loaded query={query}>
          {(approvalLimits) => (
            <Sums
              approvalLimits={approvalLimits}
              onChange={(sum) => setChosen({ sum, version: approvalLimits.version })}
            />
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

function Sums({ approvalLimits, onChange }: { approvalLimits: api.ApprovalLimits; onChange: (sum: Sum) => void }) {
  const t = useTranslations('money.approval_limits')
  const mayChange = useMay(api.setApprovalLimit)
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">{t('text')}</p>
      <PendingChanges kind="approval_limit" />
      <ul className="divide-y divide-line">
        {approvalLimits.list.map((sum) => (
          <li key={sum.asset} className="flex min-h-14 items-center justify-between gap-3 py-1">
            <span className="grid">
              <span className="font-semibold">{sum.asset}</span>
              <span className="text-sm text-ink-soft">
                {sum.per_day === null ? t('no_per_day') : t('per_day', { sum: formatMoney(sum.per_day) })}
              </span>
            </span>
            <span className="flex items-center gap-2">
              {sum.above === null ? (
                <span className="text-ink-soft">{t('always')}</span>
              ) : (
                <Amount amount={sum.above} currency={sum.asset} />
              )}
              {mayChange && (
                <Button variant="ghost" aria-label={`${t('change')} ${sum.asset}`} onClick={() => onChange(sum)}>
                  {t('change')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ChangeForm({ sum, version, ...act }: Chosen & ActProps) {
  const t = useTranslations('money.approval_limits')
  const { asset } = sum
  return (
    <ActForm
      {...act}
      initial={{ above: sum.above ?? '', per_day: sum.is_per_day_default ? '' : (sum.per_day ?? ''), reason: '' }}
      send={async ({ above, per_day, reason }) => {
        const input = { version, asset, above: orNone(above), per_day: orNone(per_day), reason }
        const { request, ...limits } = await call(api.setApprovalLimit, input)
        cacheAnswer(keyOf(api.readApprovalLimits), () => limits)
        return { request }
      }}
      done={t('done', { asset })}
      text={t('change_text')}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          {sumField(form, 'above', t('sum'), asset, t('sum_help', { asset }))}
          {sumField(form, 'per_day', t('cap'), asset, t('cap_help'))}
        </>
      )}
    </ActForm>
  )
}
