import { type Partner, setPartnerFees } from '@cashbox/contract/operator'
import type { PartnerFee, Position } from '@cashbox/contract/partner'
import { Button, TextField } from '@cashbox/ui'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useActDialog } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps, isGiven } from '../../platform/forms/form.tsx'
import { StartFields, startNow, startOf } from '../../platform/forms/start-fields.tsx'
import { column, figure } from '../../platform/list/use-list.ts'
import { call } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/session.ts'
import { bpOf, formatDateTime, formatMoney, percentOf, ZONE } from '../../platform/values/formats.ts'
import { When } from '../../platform/values/values.tsx'
import { cachePartner, refreshPosition } from './partners.ts'

export function Tariffs({
  partner,
  list,
  fees,
}: {
  partner: Partner
  list: readonly Position[]
  fees: readonly PartnerFee[]
}) {
  const t = useTranslations('partners')
  const { open, dialog } = useActDialog(refreshPosition)
  const mayChange = useMay(setPartnerFees)
  const cancel = figure<PartnerFee>('cancel', t('keys.action'), (fee) => {
    const before = feeBefore(fees, fee)
    if (isBegun(fee) || isSame(fee, before)) return null
    return (
      <Button
        variant="secondary"
        onClick={() =>
          open({
            title: t('acts.cancel_fees.title', { name: partner.name }),
            renderForm: (act) => <CancelFeesForm {...act} partner={partner} fee={fee} before={before} />,
          })
        }
      >
        {t('acts.cancel_fees.button')}
      </Button>
    )
  })
  const columns: readonly TableColumn<PartnerFee>[] = [
    column('currency', t('position.currency'), ({ currency_code }) => currency_code),
    column('from', t('position.valid_from'), ({ valid_from }) => <When seconds={valid_from} />),
    figure('deposit', t('position.per_deposit'), (fee) => feeText(fee.deposit_fee_bp, fee.deposit_fee_fixed)),
    figure('withdraw', t('position.per_withdrawal'), (fee) => feeText(fee.withdraw_fee_bp, fee.withdraw_fee_fixed)),
    ...(mayChange ? [cancel] : []),
  ]
  return (
    <div className="grid min-w-0 gap-3">
      <h3 className="font-semibold">{t('position.tariff')}</h3>
      {fees.length === 0 ? (
        <p className="text-ink-soft">{t('position.no_tariff')}</p>
      ) : (
        <DataTable
          label={t('position.tariff')}
          columns={columns}
          rows={fees}
          keyOf={({ currency_code, valid_from }) => `${currency_code} ${valid_from}`}
        />
      )}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          {list.map(({ currency_code: currency }) => (
            <Button
              key={currency}
              variant="secondary"
              onClick={() =>
                open({
                  title: t('acts.set_fees.title', { name: partner.name }),
                  renderForm: (act) => (
                    <FeesForm
                      {...act}
                      partner={partner}
                      currency={currency}
                      fee={fees.find(({ currency_code }) => currency_code === currency)}
                    />
                  ),
                })
              }
            >
              {t('acts.set_fees.button')} {currency}
            </Button>
          ))}
        </div>
      )}
      {dialog}
    </div>
  )
}

type FeeTerms = Omit<PartnerFee, 'currency_code' | 'valid_from'>

const noFees: FeeTerms = {
  deposit_fee_bp: 0,
  deposit_fee_fixed: '0.00',
  withdraw_fee_bp: 0,
  withdraw_fee_fixed: '0.00',
}

const isBegun = ({ valid_from }: PartnerFee) => valid_from <= Date.now() / 1000

const termsOf = ({ deposit_fee_bp, deposit_fee_fixed, withdraw_fee_bp, withdraw_fee_fixed }: FeeTerms): FeeTerms => ({
  deposit_fee_bp,
  deposit_fee_fixed,
  withdraw_fee_bp,
  withdraw_fee_fixed,
})

const isSame = (one: FeeTerms, other: FeeTerms) => JSON.stringify(termsOf(one)) === JSON.stringify(termsOf(other))

/** What would stay in force without this tariff. */
const feeBefore = (newestFirst: readonly PartnerFee[], fee: PartnerFee): FeeTerms =>
  newestFirst.find(
    ({ currency_code, valid_from }) => currency_code === fee.currency_code && valid_from < fee.valid_from,
  ) ?? noFees

const feeText = (bp: number, fixed: string) => `${percentOf(bp)} % + ${formatMoney(fixed)}`

function FeesForm({
  partner: { code, version, name },
  currency,
  fee,
  ...act
}: ActProps & { readonly partner: Partner; readonly currency: string; readonly fee: PartnerFee | undefined }) {
  const t = useTranslations('partners')
  const percent = { inputMode: 'decimal', suffix: '%' } as const
  const fixed = { inputMode: 'decimal', suffix: currency } as const
  return (
    <ActForm
      {...act}
      initial={{
        ...startNow(),
        deposit_fee_bp: percentOf(fee?.deposit_fee_bp ?? 0),
        deposit_fee_fixed: fee?.deposit_fee_fixed ?? '0.00',
        withdraw_fee_bp: percentOf(fee?.withdraw_fee_bp ?? 0),
        withdraw_fee_fixed: fee?.withdraw_fee_fixed ?? '0.00',
        reason: '',
      }}
      send={async ({ deposit_fee_bp, withdraw_fee_bp, start, valid_from, ...values }) => {
        const percents = { deposit_fee_bp: bpOf(deposit_fee_bp), withdraw_fee_bp: bpOf(withdraw_fee_bp) }
        const begins = startOf({ start, valid_from })
        const input = { code, version, currency_code: currency, ...percents, ...begins, ...values }
        return cachePartner(await call(setPartnerFees, input))
      }}
      done={t('acts.set_fees.done', { name })}
      text={t('acts.set_fees.text')}
      submit={t('acts.set_fees.submit')}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          <TextField {...percent} form={form} name="deposit_fee_bp" label={t('position.deposit_percent')} />
          <TextField {...fixed} form={form} name="deposit_fee_fixed" label={t('position.deposit_fixed')} />
          <TextField {...percent} form={form} name="withdraw_fee_bp" label={t('position.withdraw_percent')} />
          <TextField {...fixed} form={form} name="withdraw_fee_fixed" label={t('position.withdraw_fixed')} />
          <StartFields form={form} />
        </>
      )}
    </ActForm>
  )
}

/** The tariff before it goes on: a planned one is replaced by the same terms. */
function CancelFeesForm({
  partner: { code, version, name },
  fee: { currency_code, valid_from },
  before,
  ...act
}: ActProps & { readonly partner: Partner; readonly fee: PartnerFee; readonly before: FeeTerms }) {
  const t = useTranslations('partners.acts')
  return (
    <ActForm
      {...act}
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        const input = { code, version, currency_code, valid_from, ...termsOf(before), reason }
        return cachePartner(await call(setPartnerFees, input))
      }}
      done={t('cancel_fees.done', { name })}
      text={t('cancel_fees.text', {
        moment: formatDateTime(valid_from),
        zone: ZONE,
        deposit: feeText(before.deposit_fee_bp, before.deposit_fee_fixed),
        withdraw: feeText(before.withdraw_fee_bp, before.withdraw_fee_fixed),
      })}
      submit={t('set_fees.submit')}
      variant="danger"
    />
  )
}
