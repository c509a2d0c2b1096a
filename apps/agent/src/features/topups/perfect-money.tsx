import { asCallFailure } from '@cashbox/client/call-failure'
import { useForm } from '@cashbox/client/use-form'
import { orderPerfectMoney, type Wallet } from '@cashbox/contract'
import { Button, buttonClass, Callout, Card, cn, Money } from '@cashbox/ui'
import { Check, ExternalLink, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation, useSearch } from 'wouter'
import { AmountInput } from '../../platform/amount-input.tsx'
import { call } from '../../platform/call.ts'
import { SubmitButton } from '../../platform/forms.tsx'
import { currentLanguage } from '../../platform/language/language.ts'
import { plainAmount } from '../../platform/plain-amount.ts'
import { reloadUser, useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { toastIfNoField } from '../../platform/toasts.ts'
import {
  BATCH_NUMBER,
  outcomeOf,
  type PerfectMoneyForm,
  type PerfectMoneyOutcome,
  perfectMoneyForm,
} from './perfect-money-protocol.ts'
import { receivedFor } from './topup-rules.ts'
import { WalletFacts } from './tron-view.tsx'

interface WalletProps {
  readonly wallet: Wallet
}

export function PerfectMoneyView({ wallet }: WalletProps) {
  const t = useTranslations('wallet.perfect_money')
  const { is_demo } = useUser()
  if (is_demo) return <Callout tone="info">{t('demo')}</Callout>
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <WalletFacts wallet={wallet} />
      <AmountForm wallet={wallet} />
    </div>
  )
}

function AmountForm({ wallet }: WalletProps) {
  const t = useTranslations('wallet')
  const currency = useUser().channel.currency_code
  const { form, provider, isBusy } = usePerfectMoneyOrder()
  const { amount } = form.values
  return (
    <Card hasPadding={false} className="p-4">
      <form {...form.element} className="grid gap-5">
        <AmountInput
          form={form}
          name="amount"
          label={t('perfect_money.amount')}
          readOnly={isBusy}
          enterKeyHint="go"
          suffix={<bdi dir="ltr">{wallet.coin}</bdi>}
        />
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-ink-soft">{t('you_receive')}</span>
          <output>
            <Money size="lg" amount={formatMoney(receivedFor(amount, wallet) || '0')} currency={currency} />
          </output>
        </div>
        <p className="text-ink-soft">{t('perfect_money.text')}</p>
        <SubmitButton
          form={form}
          label={t('perfect_money.proceed')}
          isBusy={isBusy}
          disabled={amount === ''}
          icon={<ExternalLink size={20} aria-hidden />}
        />
        <p role="status" className="sr-only">
          {isBusy ? t('perfect_money.opening') : ''}
        </p>
      </form>
      {provider && <SubmittedForm form={provider} />}
    </Card>
  )
}

/** Submits itself when mounted, which opens the provider's page. */
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

/** After this the agent may try again. */
const OPENING_MS = 30_000

async function orderForm(amount: string): Promise<PerfectMoneyForm> {
  const [order] = await call(orderPerfectMoney, { amount }, { ignore403: true })
  if (!order) throw new Error('the answer holds no order')
  const returnUrl = `${window.location.origin}/account-deposit`
  return perfectMoneyForm({ order, amount, language: currentLanguage(), returnUrl })
}

/** Creates an order, then the provider's form. Busy until the browser has left the page. */
function usePerfectMoneyOrder() {
  const [provider, setProvider] = useState<PerfectMoneyForm | null>(null)
  useReturn(provider !== null, () => setProvider(null))
  const form = useForm({
    initial: { amount: '' },
    showElsewhere: toastIfNoField,
    send: async ({ amount }) => {
      if (provider !== null) return
      try {
        setProvider(await orderForm(plainAmount(amount)))
      } catch (error) {
        if (asCallFailure(error).status === 403) void reloadUser()
        throw error
      }
    },
  })
  return { form, provider, isBusy: form.isBusy || provider !== null }
}

/** After coming back from the browser's page cache, the button has to work again. */
function useReturn(hasLeft: boolean, onReturn: () => void) {
  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    if (!hasLeft) return undefined
    const timer = setTimeout(() => returned(), OPENING_MS)
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) returned()
    }
    window.addEventListener('pageshow', comeBack)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [hasLeft])
}

/** The outcome in the return URL; null on an ordinary visit. */
export function usePerfectMoneyResult(): PerfectMoneyOutcome | null {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(search)
  const batch = query.get(BATCH_NUMBER)
  const hasMore = query.size > 1
  useEffect(() => {
    // Keep account numbers and amounts out of the history of a shared phone.
    if (batch !== null && hasMore) {
      navigate(`${path}?${new URLSearchParams({ [BATCH_NUMBER]: batch }).toString()}`, { replace: true })
    }
  }, [batch, hasMore, path, navigate])
  return batch === null ? null : outcomeOf(batch)
}

const looks = {
  success: { icon: Check, className: 'bg-success text-success-ink' },
  decline: { icon: X, className: 'bg-danger-soft text-danger' },
} as const

/** Display only: money moves by the provider's callback to the server, never by this URL. */
export function PerfectMoneyResult({ outcome }: { outcome: PerfectMoneyOutcome }) {
  const t = useTranslations('wallet.result')
  const [, navigate] = useLocation()
  const { icon: Icon, className } = looks[outcome]
  const leave = () => {
    void reloadUser()
    navigate('/dashboard')
  }
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-9rem)] w-full max-w-md flex-col lg:min-h-0 lg:pt-16">
      <div role="status" className="my-auto grid justify-items-center gap-4 py-8 text-center lg:my-0">
        <span className={cn('grid size-24 place-items-center rounded-full', className)}>
          <Icon aria-hidden strokeWidth={3} className="size-12" />
        </span>
        <h1 className="mt-2 text-xl font-semibold">{t(`${outcome}_title`)}</h1>
        <p className="max-w-xs text-lg text-balance text-ink-soft">{t(`${outcome}_text`)}</p>
      </div>
      <div className="grid gap-3">
        {outcome === 'decline' && (
          <Link href="/account-deposit" className={buttonClass({ variant: 'secondary', size: 'lg', isWide: true })}>
            {t('again')}
          </Link>
        )}
        <Button size="lg" isWide onClick={leave}>
          {t('got_it')}
        </Button>
      </div>
    </div>
  )
}
