import type { Wallet } from '@cashbox/contract'
import { AmountInput, Card, Field } from '@cashbox/ui'
import { ArrowUpDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../platform/session/user.ts'
import { coinDecimals, neededFor, receivedFor } from './topup-amounts.ts'

interface Typed {
  readonly side: 'send' | 'receive'
  readonly text: string
}

/** Works both ways: the side typed in last counts, the other one follows it and the rate. */
export function Calculator({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('deposit')
  const currency = useUser().channel.currency_code
  const [typed, setTyped] = useState<Typed>({ side: 'send', text: '' })
  const sent = typed.side === 'send' ? typed.text : neededFor(typed.text, wallet)
  const received = typed.side === 'receive' ? typed.text : receivedFor(typed.text, wallet)
  return (
    <Card hasPadding={false} className="grid gap-3 p-4">
      <h2 className="text-lg font-semibold">{t('tron.calculator')}</h2>
      <Field label={t('you_send')}>
        {(control) => (
          <AmountInput
            {...control}
            value={sent}
            maxDecimals={coinDecimals[wallet.type]}
            suffix={<bdi dir="ltr">{wallet.coin}</bdi>}
            onValueChange={(text) => setTyped({ side: 'send', text })}
          />
        )}
      </Field>
      <ArrowUpDown aria-hidden size={20} className="justify-self-center text-ink-soft" />
      <Field label={t('you_receive')}>
        {(control) => (
          <AmountInput
            {...control}
            value={received}
            suffix={<bdi dir="ltr">{currency}</bdi>}
            onValueChange={(text) => setTyped({ side: 'receive', text })}
          />
        )}
      </Field>
    </Card>
  )
}
