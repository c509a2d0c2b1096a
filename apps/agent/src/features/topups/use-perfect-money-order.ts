import { asCallFailure } from '@cashbox/client/call-failure'
import { explainFailure } from '@cashbox/client/explain-failure'
import { orderPerfectMoney } from '@cashbox/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { currentLanguage } from '../../platform/language.ts'
import { notify } from '../../platform/notices.ts'
import { reloadUser } from '../../platform/user.ts'
import { type PerfectMoneyForm, perfectMoneyForm } from './perfect-money-protocol.ts'

/** A provider that has not answered by then did not open; the agent may try again. */
const OPENING_MS = 30_000

async function orderForm(amount: string): Promise<PerfectMoneyForm> {
  const [order] = await call(orderPerfectMoney, { amount }, { ignore403: true })
  if (!order) throw new Error('the answer holds no order')
  const returnUrl = `${window.location.origin}/account-deposit`
  return perfectMoneyForm({ order, amount, language: currentLanguage(), returnUrl })
}

/** Orders, then hands over the form for the provider. Busy from the press until the browser has left the page. */
export function usePerfectMoneyOrder() {
  const t = useTranslations('error')
  const [form, setForm] = useState<PerfectMoneyForm | null>(null)
  const [isOrdering, setOrdering] = useState(false)
  const [amountError, setAmountError] = useState<string | undefined>()
  const isUnderWay = useRef(false)
  const stop = () => {
    isUnderWay.current = false
    setOrdering(false)
    setForm(null)
  }
  useReturn(form !== null, stop)
  const proceed = async (amount: string) => {
    // Two presses can come before the first one is drawn.
    if (isUnderWay.current) return
    isUnderWay.current = true
    setOrdering(true)
    setAmountError(undefined)
    try {
      setForm(await orderForm(amount))
    } catch (error) {
      stop()
      const failure = asCallFailure(error)
      setAmountError(failure.errorOf('amount'))
      if (!failure.errorOf('amount')) notify('error', explainFailure(failure, t))
      if (failure.status === 403) void reloadUser()
    }
  }
  return {
    form,
    isBusy: isOrdering,
    amountError,
    proceed: (amount: string) => void proceed(amount),
    forgetError: () => setAmountError(undefined),
  }
}

/** The browser keeps the page as it was left: after coming back to it the button has to work. */
function useReturn(hasLeft: boolean, onReturn: () => void) {
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => {
    if (!hasLeft) return undefined
    const timer = setTimeout(() => latest.current(), OPENING_MS)
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current()
    }
    window.addEventListener('pageshow', comeBack)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [hasLeft])
}
