import { deviceName, formatMinor, groupDigits, type Language, type Notice } from '@cashbox/contract'
import { type TextValues, translate } from '../platform/texts.ts'
import type { NoticeContent } from './notice.ts'

interface NoticeText {
  /** Below `notice` in the texts. */
  readonly key: string
  readonly values?: TextValues
  readonly note?: string | null
}

export function renderNotice(language: Language, content: NoticeContent): Pick<Notice, 'title' | 'text' | 'note'> {
  const { key, values = {}, note = null } = textOf(language, content)
  const isolated = Object.entries(values).map(([name, value]) => [name, isolate(language, String(value))])
  return {
    title: translate(language, `notice.${key}.title`),
    text: translate(language, `notice.${key}.text`, Object.fromEntries(isolated) as TextValues),
    note,
  }
}

type DataOf<Kind> = Extract<NoticeContent, { kind: Kind }>['data']

const renderers: {
  readonly [Kind in NoticeContent['kind']]: (data: DataOf<Kind>, language: Language) => NoticeText
} = {
  transaction: ({ type, amount, currency_code, transaction_id }) => ({
    key: `transaction_${type}`,
    values: { amount: money(amount, currency_code), id: transaction_id },
  }),
  topup: ({ state, sent, coin, received, currency_code }) => ({
    key: `topup_${state}`,
    values: {
      sent: `${groupDigits(sent)} ${coin}`,
      received: received === null ? '' : money(received, currency_code ?? ''),
    },
  }),
  status: ({ status, note }) => ({ key: `status_${status}`, note }),
  reversal: ({ type, amount, fee, currency_code, transaction_id, reason }) => ({
    key: `reversal_${type}`,
    values: { id: transaction_id, amount: money(amount, currency_code), fee: money(fee, currency_code) },
    note: reason,
  }),
  adjustment: ({ type, amount, currency_code, reason }) => ({
    key: type === 'adjustment' ? `adjustment_${amount.startsWith('-') ? 'minus' : 'plus'}` : type,
    values: { amount: money(amount.replace('-', ''), currency_code) },
    note: reason,
  }),
  low_float: ({ balance, threshold, currency_code }) => ({
    key: 'low_float',
    values: { balance: money(balance, currency_code), threshold: money(threshold, currency_code) },
  }),
  new_login: ({ user_agent, ip }, language) => ({
    key: 'new_login',
    values: { device: deviceName(user_agent) ?? translate(language, 'notice.unknown_device'), ip: ip ?? '?' },
  }),
}

const textOf = (language: Language, { kind, data }: NoticeContent): NoticeText =>
  (renderers[kind] as (data: NoticeContent['data'], language: Language) => NoticeText)(data, language)

const money = (minor: string, currencyCode: string) => `${groupDigits(formatMinor(BigInt(minor)))} ${currencyCode}`

/** Keeps amounts and IDs left to right within Arabic text. */
const isolate = (language: Language, value: string) => (language === 'ar' ? `\u2066${value}\u2069` : value)
