import * as api from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Eye, Plus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Dialog } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps, isGiven, orNone, sumField } from '../../platform/forms/form.tsx'
import { kindName, PendingChanges, REFRESH_MS, useApprovalLimits } from '../../platform/forms/second-operator.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { bare, column, offCard, spare, type TableColumn } from '../../platform/list/columns.tsx'
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

const t = textsOf('money.approval_limits')

export function ApprovalsPage() {
  const filters = useListFilters({
    show: {
      label: textAt('approvals.show'),
      options: [
        { value: 'for_me', label: textAt('approvals.for_me') },
        { value: 'mine', label: textAt('approvals.mine') },
      ],
    },
    state: {
      label: textAt('approvals.state'),
      options: optionsOf(api.requestStates, (state) => textAt(`request_states.${state}`)),
    },
    kind: { label: textAt('approvals.kind'), options: optionsOf(api.approvalKinds, kindName) },
    cash_id: { label: textAt('approvals.cash_id'), inputMode: 'numeric' },
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
      columns={columnsOf()}
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
  const { data } = useRequest(id)
  return data ? textAt('approvals.request', { number: data.number }) : textAt('pages.approvals')
}

const RequestTitle = ({ id }: { id: string }) => useRequestTitle(id)

function Actions() {
  const mayRequest = useMay(api.createMoneyRequest)
  const mayReadLimits = useMay(api.readApprovalLimits)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {mayReadLimits && (
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          icon={<Eye size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('button')}
        </Button>
      )}
      {mayRequest && (
        <ButtonLink variant="primary" href="/money/new" icon={Plus}>
          {textAt('money.ask_button')}
        </ButtonLink>
      )}
      {isOpen && <ApprovalLimitsSheet onClose={() => setOpen(false)} />}
    </>
  )
}

const columnsOf = (): readonly TableColumn<api.ApprovalRequest>[] => [
  column('number', textAt('approvals.number'), ({ number }) => textAt('approvals.request', { number })),
  bare.column('state', textAt('approvals.state'), ({ state }) => <RequestStateBadge state={state} />),
  bare.column('kind', textAt('approvals.kind'), ({ kind }) => kindName(kind)),
  bare.column('subject', textAt('approvals.subject'), ({ subject }) => subject.name),
  bare.figure(
    'amount',
    textAt('approvals.amount'),
    (request) => api.isMoneyRequest(request) && <RequestAmount request={request} />,
  ),
  offCard.column('by', textAt('approvals.requested_by'), ({ requested_by }) => requested_by.name),
  offCard.wide('reason', textAt('approvals.reason'), ({ reason }) => reason ?? '–'),
  spare.time('at', textAt('approvals.requested'), ({ requested_at }) => requested_at),
]

type Sum = api.ApprovalLimits['list'][number]
interface Chosen {
  readonly sum: Sum
  readonly version: number
}

export function ApprovalLimitsSheet({ onClose }: { onClose: () => void }) {
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
