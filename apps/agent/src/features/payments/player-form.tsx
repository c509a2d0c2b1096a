import { useIsOnline } from '@cashbox/client/observable'
import type { PlayerCheck } from '@cashbox/contract'
import { Button, Callout, Money, NativeSelect } from '@cashbox/ui'
import { History, TriangleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Figures } from '../../platform/agent-parts.tsx'
import { SubmitButton } from '../../platform/forms.tsx'
import { formatMoney } from '../../platform/time/formats.ts'
import { AMOUNT_MARK, AmountInText, CashAdvice } from './cash-advice.tsx'
import { ConfirmButton, FormCallout, type FormState, PaymentAmount } from './payment-form.tsx'
import { payAdvice } from './payment-rules.ts'
import { foundOf, type PlayerPartners, type usePlayerForm } from './player-check.ts'
import { ScannedField } from './scanned-field.tsx'
import { Fact } from './transaction-parts.tsx'

interface PlayerFormProps {
  readonly state: FormState
  readonly player: ReturnType<typeof usePlayerForm>
  readonly partners: PlayerPartners
  readonly idField: RefObject<HTMLInputElement | null>
  readonly onBack: () => void
  readonly onClose: () => void
}

/** A deposit without a transaction ID: the partner is asked about the player first. */
export function PlayerForm({ state, player, partners, idField, onBack, onClose }: PlayerFormProps) {
  const t = useTranslations()
  const { form, checked, accept } = player
  const { partner, player_id, amount } = form.values
  const isConfirming = state.phase !== 'filling'
  const isDisabled = isConfirming || form.isBusy
  const isMissing = !player_id.trim() || !amount
  return (
    <form {...form.element} className="grid gap-4">
      {isConfirming || !state.lost ? null : <FormCallout state={state} failure={null} />}
      {partners.length > 1 && (
        <NativeSelect
          label={t('player.partner')}
          value={partner || (partners[0]?.code ?? '')}
          onValueChange={(code) => form.change('partner', code)}
          options={partners.map(({ code, name }) => ({ value: code, label: name }))}
          isDisabled={isDisabled}
        />
      )}
      <ScannedField
        kind="player"
        label={t('player.id')}
        error={form.errors.player_id}
        idField={idField}
        value={player_id}
        onValueChange={(typed) => form.change('player_id', typed)}
        onScanElsewhere={() => form.fill('amount', '')}
        isDisabled={isDisabled}
      />
      <PaymentAmount form={form} isDisabled={isDisabled} />
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {checked && <CheckResult check={checked.check} />}
        {checked?.isChanged && <Changed onAccept={accept} />}
      </div>
      {checked ? (
        <ConfirmStep player={player} state={state} onClose={onClose} />
      ) : (
        <SubmitButton form={form} label={t('player.check')} disabled={isMissing && !form.isBusy} />
      )}
      <Button variant="ghost" isWide disabled={isDisabled} onClick={onBack}>
        {t('player.back')}
      </Button>
    </form>
  )
}

function ConfirmStep({ player, state, onClose }: Pick<PlayerFormProps, 'player' | 'state' | 'onClose'>) {
  const isOnline = useIsOnline()
  const { form, checked, askAgain } = player
  if (!checked) return null
  const { check, atMs, isChanged } = checked
  const lookUp = { kind: 'found', transaction: foundOf(check), atMs, isChecked: true } as const
  // Until it is too old; then it is not shown any more.
  const advice = payAdvice({ type: 'deposit', lookUp, amount: check.amount, isOnline, nowMs: atMs })
  return (
    <>
      {advice && !isChanged && (
        <CashAdvice type="deposit" advice={advice} isAsking={form.isBusy} onAskAgain={askAgain} onLeave={onClose} />
      )}
      <ConfirmButton
        type="deposit"
        amount={check.amount}
        phase={state.phase}
        isQuiet={advice?.kind !== 'take' && !isChanged}
        isDisabled={isChanged || !isOnline || form.isBusy}
      />
    </>
  )
}

function CheckResult({ check }: { check: PlayerCheck }) {
  const t = useTranslations()
  const { player_name, min_amount, max_amount, currency_code, fee, recent } = check
  return (
    <>
      <div className="grid gap-2 rounded-2xl bg-sunken px-4 py-3">
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Fact label={t('player.name')}>
            <bdi className="text-lg font-semibold">{player_name}</bdi>
          </Fact>
          <Fact label={t('player.allowed')}>
            <Figures>
              {formatMoney(min_amount)} – {formatMoney(max_amount)} {currency_code}
            </Figures>
          </Fact>
          <Fact label={t('payment.lookup.fee')}>
            <Money amount={formatMoney(fee)} currency={currency_code} sign="+" />
          </Fact>
        </dl>
        <p className="text-ink-soft">{t('player.compare')}</p>
      </div>
      {recent && (
        <Callout tone="warning" icon={<History aria-hidden />}>
          <AmountInText text={t('player.recent', { amount: AMOUNT_MARK })} amount={recent.amount} />
        </Callout>
      )}
    </>
  )
}

function Changed({ onAccept }: { onAccept: () => void }) {
  const t = useTranslations('player')
  return (
    <Callout tone="warning" role="alert" icon={<TriangleAlert aria-hidden />} title={t('changed_title')}>
      <p>{t('changed')}</p>
      <Button variant="secondary" className="mt-2" onClick={onAccept}>
        {t('compared')}
      </Button>
    </Callout>
  )
}
