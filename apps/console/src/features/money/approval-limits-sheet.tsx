import { type ApprovalLimits, readApprovalLimits, setApprovalLimit } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../platform/forms/acts.tsx'
import { sumField } from '../../platform/forms/fields.tsx'
import { ActForm, type ActProps, isGiven, orNone } from '../../platform/forms/form.tsx'
import { PendingChanges, useApprovalLimits } from '../../platform/forms/second-operator.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { cacheAnswer, call, keyOf, useMay } from '../../platform/session/session.ts'
import { formatMoney } from '../../platform/values/formats.ts'
import { Amount } from '../../platform/values/values.tsx'

type Sum = ApprovalLimits['list'][number]
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

function Sums({ approvalLimits, onChange }: { approvalLimits: ApprovalLimits; onChange: (sum: Sum) => void }) {
  const t = useTranslations('money.approval_limits')
  const mayChange = useMay(setApprovalLimit)
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
        const { request, ...limits } = await call(setApprovalLimit, input)
        cacheAnswer(keyOf(readApprovalLimits), () => limits)
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
