import type { Wallet } from '@cashbox/contract'
import { AmountInput, Button, Card, Field, Money, Notice } from '@cashbox/ui'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../platform/forms.tsx'
import { useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import type { PerfectMoneyForm } from './perfect-money-protocol.ts'
import { receivedFor } from './topup-amounts.ts'
import { usePerfectMoneyOrder } from './use-perfect-money-order.ts'
import { WalletFacts } from './wallet-facts.tsx'

interface WalletProps {
  readonly wallet: Wallet
}

export function PerfectMoneyView({ wallet }: WalletProps) {
  const t = useTranslations('deposit.perfect_money')
  const { is_demo } = useUser()
  if (is_demo) return <Notice tone="info">{t('demo')}</Notice>
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <WalletFacts wallet={wallet} />
      <AmountForm wallet={wallet} />
    </div>
  )
}

/** Pay on the provider's page, then come back. */
function AmountForm({ wallet }: WalletProps) {
  const t = useTranslations('deposit')
  const currency = useUser().channel.currency_code
  const { form, provider, isBusy } = usePerfectMoneyOrder()
  const { amount } = form.values
  return (
    <Card hasPadding={false} className="p-4">
      <form {...form.element} className="grid gap-5">
        <Field label={t('perfect_money.amount')} error={form.errors.amount}>
          {(control) => (
            <AmountInput
              {...control}
              value={amount}
              readOnly={isBusy}
              enterKeyHint="go"
              suffix={<bdi dir="ltr">{wallet.coin}</bdi>}
              onValueChange={(typed) => form.change('amount', typed)}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-ink-soft">{t('you_receive')}</span>
          <output>
            <Money size="lg" amount={formatMoney(receivedFor(amount, wallet) || '0')} currency={currency} />
          </output>
        </div>
        <p className="text-ink-soft">{t('perfect_money.text')}</p>
        <div>
          <Button
            type="submit"
            size="lg"
            isWide
            isBusy={isBusy}
            disabled={amount === ''}
            icon={<ExternalLink size={20} aria-hidden />}
          >
            {t('perfect_money.proceed')}
          </Button>
          <FormFailure failure={form.failure} />
        </div>
        <p role="status" className="sr-only">
          {isBusy ? t('perfect_money.opening') : ''}
        </p>
      </form>
      {provider && <SubmittedForm form={provider} />}
    </Card>
  )
}

/** Takes the browser to the provider as soon as it is in the page. */
function SubmittedForm({ form: { action, fields } }: { form: PerfectMoneyForm }) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.submit(), [])
  return (
    <form ref={element} method="post" action={action} hidden>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  )
}
