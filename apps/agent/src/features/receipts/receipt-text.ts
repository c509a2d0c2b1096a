import type { Receipt } from '@cashbox/contract'
import type { useTranslations } from 'use-intl'
import { formatDateTime, formatMoney } from '../../platform/time/formats.ts'

type ReceiptWords = ReturnType<typeof useTranslations<'receipt'>>

export interface ReceiptText {
  readonly network: string
  readonly title: string
  readonly amount: string
  /** Demo or reversed. */
  readonly warnings: readonly string[]
  readonly lines: readonly { readonly name: string; readonly value: string }[]
  readonly check: string
  /** Without https://, as people type it. */
  readonly address: string
}

/** The same text on paper and in the picture. */
export function receiptText(receipt: Receipt, t: ReceiptWords, language: string): ReceiptText {
  const time = (seconds: number) => formatDateTime(seconds, receipt.timezone, language)
  const zone = receipt.timezone.replaceAll('_', ' ')
  const { reversed_at } = receipt
  return {
    network: receipt.network,
    title: t(receipt.type),
    amount: `${formatMoney(receipt.amount)} ${receipt.currency_code}`,
    warnings: [...(reversed_at === null ? [] : [t('reversed')]), ...(receipt.is_demo ? [t('demo')] : [])],
    lines: [
      { name: t('time'), value: `${time(receipt.finished_at)} (${zone})` },
      ...(reversed_at === null ? [] : [{ name: t('reversed_at'), value: `${time(reversed_at)} (${zone})` }]),
      { name: t('transaction_id'), value: receipt.transaction_id },
      { name: t('player'), value: receipt.customer },
      { name: t('point'), value: [receipt.cash_id, receipt.city].filter(Boolean).join(', ') },
      { name: t('code'), value: receipt.code },
    ],
    check: t('check'),
    address: receipt.url.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, ''),
  }
}
