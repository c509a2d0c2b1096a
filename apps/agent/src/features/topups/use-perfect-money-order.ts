import { asCallFailure } from '@cashbox/client/call-failure'
import { useForm } from '@cashbox/client/use-form'
import { orderPerfectMoney } from '@cashbox/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../platform/call.ts'
import { currentLanguage } from '../../platform/language/language.ts'
import { reloadUser } from '../../platform/session/user.ts'
import { toastIfNoField } from '../../platform/toasts.ts'
import { type PerfectMoneyForm, perfectMoneyForm } from './perfect-money-protocol.ts'
import { plainAmount } from './topup-amounts.ts'

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
