import { useForm } from '@cashbox/client/use-form'
import { type ApprovalLimits, setApprovalLimit } from '@cashbox/contract/operator'
import { Button, TextField } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActForm, type ActProps, ReasonField } from '../../platform/forms/act-form.tsx'
import { useApprovalLimits, useChangeToast } from '../../platform/forms/approval-requests.ts'
import { Loaded } from '../../platform/page/loaded.tsx'
import { call } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/roles.ts'
import { formatMoney } from '../../platform/values/formats.ts'
import { Amount } from '../../platform/values/values.tsx'
import { cacheApprovalLimits } from './requests.ts'

type Sum = ApprovalLimits['list'][number]
interface Chosen {
  readonly sum: Sum
  readonly version: number
}

export function ApprovalLimitsSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const query = useApprovalLimits()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const back = () => setChosen(null)
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={
        chosen ? t('money.approval_limits.change_title', { asset: chosen.sum.asset }) : t('money.approval_limits.title')
      }
      closeLabel={t('common.close')}
    >
      {chosen ? (
        <ChangeForm {...chosen} onDone={back} onReload={() => void query.refetch().then(back)} />
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
    </Sheet>
  )
}

function Sums({ approvalLimits, onChange }: { approvalLimits: ApprovalLimits; onChange: (sum: Sum) => void }) {
  const t = useTranslations('money.approval_limits')
  const mayChange = useMay(setApprovalLimit)
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">{t('text')}</p>
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

function ChangeForm({ sum, version, onDone, onReload }: Chosen & ActProps) {
  const t = useTranslations()
  const notifyChanged = useChangeToast()
  const { asset } = sum
  const form = useForm({
    initial: { above: sum.above ?? '', per_day: sum.is_per_day_default ? '' : (sum.per_day ?? ''), reason: '' },
    send: async ({ above, per_day, reason }) => {
      const input = { version, asset, above: orNone(above), per_day: orNone(per_day), reason }
      const { request, ...limits } = await call(setApprovalLimit, input)
      cacheApprovalLimits(limits)
      notifyChanged(request, t('money.approval_limits.done', { asset }))
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('money.approval_limits.change_text')}
      submit={t('common.save')}
      isDisabled={!form.isChanged || form.values.reason.trim() === ''}
      onCancel={onDone}
      onReload={onReload}
    >
      <TextField
        form={form}
        name="above"
        label={t('money.approval_limits.sum')}
        help={t('money.approval_limits.sum_help', { asset })}
        inputMode="decimal"
        suffix={asset}
        isOptional
      />
      <TextField
        form={form}
        name="per_day"
        label={t('money.approval_limits.cap')}
        help={t('money.approval_limits.cap_help')}
        inputMode="decimal"
        suffix={asset}
        isOptional
      />
      <ReasonField form={form} />
    </ActForm>
  )
}

const orNone = (typed: string) => (typed.trim() === '' ? null : typed.trim())
