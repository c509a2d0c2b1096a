import { type Partner, setPartnerFees } from '@cashbox/contract/operator'
import type { PartnerFee, Position } from '@cashbox/contract/partner'
import { type Act, Acts, actsWith, useActColumn } from '../../platform/forms/acts.tsx'
import { ActForm, isGiven, percentField, textField } from '../../platform/forms/form.tsx'
import { StartFields, startNow, startOf } from '../../platform/forms/start-fields.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { column, figure, type TableColumn } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/session.ts'
import { bpOf, formatDateTime, formatMoney, percentOf, ZONE } from '../../platform/values/formats.ts'
import { Section, When } from '../../platform/values/values.tsx'
import { cachePartner, refreshPosition, usePosition } from './partners.ts'

const t = textsOf('partners.position')

interface TariffsProps {
  readonly partner: Partner
  readonly list: readonly Position[]
  readonly fees: readonly PartnerFee[]
}

export function TariffSection({ partner }: { partner: Partner }) {
  return (
    <Section title={t('tariff')}>
      <Loaded query={usePosition(partner.code)}>{(answer) => <Tariffs partner={partner} {...answer} />}</Loaded>
    </Section>
  )
}

function Tariffs({ partner, list, fees }: TariffsProps) {
  const { code, version, name } = partner
  const act = actsWith({ name })
  /** The tariff before it goes on: a planned one is replaced by the same terms. */
  const cancelOf = ({ currency_code, valid_from }: PartnerFee, before: FeeTerms) => {
    const values = {
      moment: formatDateTime(valid_from),
      zone: ZONE,
      deposit: feeText(before.deposit_fee_bp, before.deposit_fee_fixed),
      withdraw: feeText(before.withdraw_fee_bp, before.withdraw_fee_fixed),
    }
    const send = async ({ reason }: { readonly reason: string }) =>
      cachePartner(await call(setPartnerFees, { code, version, currency_code, valid_from, ...termsOf(before), reason }))
    const submit = textAt('partners.acts.set_fees.submit')
    return act('partners.acts.cancel_fees', setPartnerFees, null, { send, submit, variant: 'danger' }, { values })
  }
  const cancels = useActColumn<PartnerFee>(
    'cancel',
    textAt('partners.keys.action'),
    setPartnerFees,
    (fee) => {
      const before = feeBefore(fees, fee)
      return [!isBegun(fee) && !isSame(fee, before) && cancelOf(fee, before)]
    },
    refreshPosition,
  )
  const columns: readonly TableColumn<PartnerFee>[] = [
    column('currency', t('currency'), ({ currency_code }) => currency_code),
    column('from', t('valid_from'), ({ valid_from }) => <When seconds={valid_from} />),
    figure('deposit', t('per_deposit'), (fee) => feeText(fee.deposit_fee_bp, fee.deposit_fee_fixed)),
    figure('withdraw', t('per_withdrawal'), (fee) => feeText(fee.withdraw_fee_bp, fee.withdraw_fee_fixed)),
    ...cancels,
  ]
  const changes = list.map(({ currency_code: currency }): Act => {
    const fee = fees.find(({ currency_code }) => currency_code === currency)
    const form = <FeesForm partner={partner} currency={currency} fee={fee} />
    const { say, ...change } = act('partners.acts.set_fees', setPartnerFees, null, form)
    return { ...change, say: (word) => (word === 'button' ? `${say(word)} ${currency}` : say(word)) }
  })
  return (
    <div className="grid min-w-0 gap-3">
      {fees.length === 0 ? (
        <p className="text-ink-soft">{t('no_tariff')}</p>
      ) : (
        <DataTable
          label={t('tariff')}
          columns={columns}
          rows={fees}
          keyOf={({ currency_code, valid_from }) => `${currency_code} ${valid_from}`}
        />
      )}
      <Acts acts={changes} reload={refreshPosition} />
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

interface FeesFormProps {
  readonly partner: Partner
  readonly currency: string
  readonly fee: PartnerFee | undefined
}

function FeesForm({ partner: { code, version }, currency, fee }: FeesFormProps) {
  const fixed = { inputMode: 'decimal', suffix: currency } as const
  return (
    <ActForm
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
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          {percentField(form, 'deposit_fee_bp', t('deposit_percent'))}
          {textField(form, 'deposit_fee_fixed', t('deposit_fixed'), fixed)}
          {percentField(form, 'withdraw_fee_bp', t('withdraw_percent'))}
          {textField(form, 'withdraw_fee_fixed', t('withdraw_fixed'), fixed)}
          <StartFields form={form} />
        </>
      )}
    </ActForm>
  )
}
