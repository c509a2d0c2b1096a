import { CallFailure } from '@cashbox/client/call-failure'
import type { OutputOf } from '@cashbox/contract'
import { type KnownRate, listRates, readTopupMethods, returnRateToFeed, setRate } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ActForm, isGiven, stayOpen, textField } from '../../platform/forms/form.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { cacheRow, call, refresh, useAnswer } from '../../platform/session/session.ts'

const t = textsOf('rates')

interface RateFormProps {
  readonly rate: KnownRate
}

/** A large change must be confirmed, and then approved by a second operator. */
export function SetRateForm({ rate: known }: RateFormProps) {
  const { coin, currency_code: currency, version, rate: before, source } = known
  const [question, setQuestion] = useState<{ rate: string; text: string } | null>(null)
  return (
    <ActForm
      initial={{ rate: '', reason: '' }}
      send={async ({ rate, reason }) => {
        const input = { coin, currency_code: currency, version, rate, reason }
        try {
          const changed = await call(setRate, { ...input, confirm_large_change: question?.rate === rate })
          cacheRate(changed.rate)
          return changed
        } catch (error) {
          if (!(error instanceof CallFailure) || error.code !== 'rate_change_too_large') throw error
          setQuestion({ rate, text: error.errorOf('rate') ?? error.serverMessage })
          return stayOpen
        }
      }}
      done={(changed) => t('set.done', { coin, currency, rate: formatRate(changed.rate.rate ?? '0') })}
      text={
        <>
          {before === null ? t('set.first', { coin }) : t('set.before', { coin, currency, rate: formatRate(before) })}{' '}
          {t('set.text')} {source === 'feed' && t('set.from_feed')}
        </>
      }
      submit={({ rate }) =>
        t(question?.rate === rate ? 'large_change.submit' : before === null ? 'set.submit_first' : 'set.submit')
      }
      isReady={({ values }) => isGiven(values.rate)}
      reasonHelp={t('reason_help')}
      renderFooter={({ values }) => (
        <div role="alert" className="empty:hidden">
          {question?.rate === values.rate && (
            <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={question.text} />
          )}
        </div>
      )}
    >
      {(form) =>
        textField(form, 'rate', t('new_rate'), { inputMode: 'decimal', prefix: `1 ${coin} =`, suffix: currency })
      }
    </ActForm>
  )
}

interface ReturnToFeedProps extends RateFormProps {
  readonly maxChangePercent: number | null
}

export function ReturnToFeedForm({ rate: known, maxChangePercent }: ReturnToFeedProps) {
  const { coin, currency_code, version, rate, is_usable_by_feed } = known
  return (
    <ActForm
      initial={{ reason: '' }}
      send={async ({ reason }) =>
        cacheRate((await call(returnRateToFeed, { coin, currency_code, version, reason })).rate)
      }
      text={
        <>
          {t('return_to_feed.text', { rate: formatRate(rate ?? '0') })}{' '}
          {maxChangePercent !== null && t('return_to_feed.far', { percent: maxChangePercent })}
        </>
      }
      reasonHelp={t('reason_help')}
    >
      {!is_usable_by_feed && (
        <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('return_to_feed.old', { coin })} />
      )}
    </ActForm>
  )
}

export type Rates = OutputOf<typeof listRates>

const rateFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 12 })

export const useRates = () => useAnswer(listRates, {})

export const useTopupMethods = () => useAnswer(readTopupMethods, {})

export const pairOf = ({ coin, currency_code }: Pick<KnownRate, 'coin' | 'currency_code'>) => `${coin}/${currency_code}`

const cacheRate = (rate: KnownRate): void => cacheRow(listRates, rate, pairOf)

export const refreshRates = () => refresh(listRates.path)

/** "12650.5" → "12,650.50". Formats the string itself, so that no digit is lost. */
export const formatRate = (rate: string): string => rateFormat.format(rate as `${number}`)
