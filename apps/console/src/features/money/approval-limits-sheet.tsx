import { useForm } from '@cashbox/client/use-form'
import { type ApprovalLimits, setApprovalLimit } from '@cashbox/contract/operator'
import { Button, TextField } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { Loaded } from '../../platform/loaded.tsx'
import { notify } from '../../platform/notices.ts'
import { useMay } from '../../platform/roles.ts'
import { Amount } from '../../platform/values.tsx'
import { keepApprovalLimits, useApprovalLimits } from './requests.ts'

type Sum = ApprovalLimits['list'][number]
/** What is being changed, as it was seen. */
interface Chosen {
  readonly sum: Sum
  readonly version: number
}

/** The sums above which two are needed: to see, and for admins to change. */
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
            <span className="font-semibold">{sum.asset}</span>
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

function ChangeForm({ sum: { asset, above }, version, onDone, onReload }: Chosen & ActProps) {
  const t = useTranslations()
  const form = useForm({
    initial: { above: above ?? '', reason: '' },
    send: async (values) => {
      const typed = values.above.trim()
      keepApprovalLimits(
        await call(setApprovalLimit, { version, asset, above: typed === '' ? null : typed, reason: values.reason }),
      )
      notify('success', t('money.approval_limits.done', { asset }))
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('money.approval_limits.change_text')}
      submit={t('common.save')}
      isDisabled={form.values.above.trim() === (above ?? '') || form.values.reason.trim() === ''}
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
      <ReasonField form={form} />
    </ActForm>
  )
}
