import { formatMinor, type Minor } from '@cashbox/contract'

const money = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
})
const share = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'negative' })

/** "1250.5" → "1,250.50", in every language. Text stays text, so that no cent is lost on the way. */
export const formatMoney = (amount: string | Minor): string =>
  money.format((typeof amount === 'bigint' ? formatMinor(amount) : amount) as `${number}`)

/** 12.345 → "12.35%" */
export const formatPercent = (percent: number): string => `${share.format(percent)}%`

/** 1234.5 → "1,235" */
export const formatWhole = (number: number): string => whole.format(number)

type DatePart = 'day' | 'month' | 'year' | 'hour' | 'minute'

// "en" alone may print another month name in some regions, and Arabic other digits.
const dateLocale = (language: string) => (language === 'en' ? 'en-US' : `${language}-u-nu-latn-ca-gregory`)

function datePart(seconds: number, timeZone: string, language: string): (part: DatePart) => string {
  const format = (locale: string) =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(seconds * 1000)
  const figures = format('en-US')
  const names = format(dateLocale(language))
  return (part) => (part === 'month' ? names : figures).find(({ type }) => type === part)?.value ?? ''
}

/** DD MMM YYYY HH:mm */
export function formatDateTime(seconds: number, timeZone: string, language = 'en'): string {
  return `${formatDay(seconds, timeZone, language)} ${formatTime(seconds, timeZone)}`
}

/** DD MMM YYYY */
export function formatDay(seconds: number, timeZone: string, language = 'en'): string {
  const part = datePart(seconds, timeZone, language)
  return `${part('day')} ${part('month')} ${part('year')}`
}

/** HH:mm */
export function formatTime(seconds: number, timeZone: string): string {
  const part = datePart(seconds, timeZone, 'en')
  return `${part('hour')}:${part('minute')}`
}
