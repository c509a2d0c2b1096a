import { directionOf, formatMinor, type Language, languages } from '@cashbox/contract'
import { type Html, html, renderHtml } from '@cashbox/contract/html'
import { say } from '../../platform/texts.ts'
import type { FoundReceipt } from './find-receipt.ts'
import { groupReceiptCode } from './receipt-code.ts'

/** How a page is shown. */
export interface Setting {
  readonly language: Language
  readonly network: string
  readonly path: string
}

type Tone = 'good' | 'bad' | 'plain'

const marks: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', plain: '' }

export function renderFound(setting: Setting, receipt: FoundReceipt): string {
  const { language, network } = setting
  const t = wordsOf(language)
  const time = (at: Date) => showTime(at, receipt.timezone, language)
  const { tone, title, text } = verdictOf(receipt, network, t)
  return page(setting, tone, title, [
    html`<p>${text}</p>`,
    html`<dl>
${fact(t(receipt.type), html`<strong dir="ltr">${groupDigits(formatMinor(receipt.amount))} ${receipt.currency_code}</strong>`)}
${fact(t('finished_at'), time(receipt.finished_at))}
${receipt.reversed_at !== null && fact(t('reversed_at'), time(receipt.reversed_at))}
${fact(t('point'), pointOf(receipt, language))}
${fact(t('transaction_id'), html`<code dir="ltr">${receipt.transaction_id.slice(-4)}</code>`)}
${fact(t('code'), html`<code dir="ltr">${groupReceiptCode(receipt.code)}</code>`)}
</dl>`,
  ])
}

/** A demo confirms anything, so it must never look like a payment. */
function verdictOf({ is_demo, reversed_at }: FoundReceipt, network: string, t: ReturnType<typeof wordsOf>) {
  if (is_demo) return { tone: 'bad', title: t('demo'), text: t('demo_text') } as const
  if (reversed_at !== null) return { tone: 'bad', title: t('reversed'), text: t('reversed_text') } as const
  return { tone: 'good', title: t('genuine'), text: t('genuine_text', { network }) } as const
}

export function renderUnknown(setting: Setting, typed: string): string {
  const t = wordsOf(setting.language)
  return page(setting, 'bad', t('unknown'), [
    html`<p>${t('unknown_text', { network: setting.network })}</p>`,
    form(setting.language, typed),
  ])
}

export function renderAsking(setting: Setting): string {
  const t = wordsOf(setting.language)
  return page(setting, 'plain', t('check_title'), [html`<p>${t('check_text')}</p>`, form(setting.language, '')])
}

/** Without the name of the network: the database may be away. */
export const renderFailed = (language: Language, message: string): string =>
  page({ language, network: '', path: '/r' }, 'plain', wordsOf(language)('failed'), [html`<p>${message}</p>`])

const wordsOf = (language: Language) => (key: string, values?: Record<string, string>) =>
  say(language, `receipt.${key}`, values)

const fact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const form = (language: Language, typed: string): Html => {
  const t = wordsOf(language)
  return html`<form action="/r" method="get">
<label for="code">${t('code')}</label>
<input id="code" name="code" dir="ltr" value="${typed}" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX-XXXX-XXXX">
<input type="hidden" name="lang" value="${language}">
<button>${t('check')}</button>
</form>`
}

/** The number of the point and its city: what is written over its door, and not who runs it. */
function pointOf({ cash_id, city, country_code }: FoundReceipt, language: Language): Html {
  const country = country_code && new Intl.DisplayNames([language], { type: 'region' }).of(country_code)
  const place = [city, country].filter(Boolean).join(', ')
  return html`<bdi>${String(cash_id)}</bdi>${place !== '' && html`, <bdi>${place}</bdi>`}`
}

const groupDigits = (amount: string) => amount.replaceAll(/\B(?=(\d{3})+\.)/g, ',')

function showTime(at: Date, timeZone: string, language: Language): Html {
  const text = new Intl.DateTimeFormat(`${language === 'en' ? 'en-US' : language}-u-nu-latn-ca-gregory`, {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at)
  return html`<time datetime="${at.toISOString()}">${text}</time> <span class="quiet" dir="ltr">${timeZone.replaceAll('_', ' ')}</span>`
}

/** Each language is named in itself, so that its speakers can find it. */
const nameOf = (language: Language) => new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

function page(
  { language, network, path }: Setting,
  tone: Tone,
  title: string,
  body: readonly (Html | false)[],
): string {
  const t = wordsOf(language)
  return renderHtml(html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}${network !== '' && ` · ${network}`}</title>
<link rel="stylesheet" href="/r/receipt.css">
</head>
<body>
<main class="${tone}">
<p class="network">${network}</p>
${tone !== 'plain' && html`<p class="mark" aria-hidden="true">${marks[tone]}</p>`}
<h1>${title}</h1>
${body}
</main>
<nav aria-label="${t('languages')}">${languages.map((one) =>
    one === language
      ? html`<span aria-current="true" lang="${one}">${nameOf(one)}</span> `
      : html`<a href="${path}?lang=${one}" lang="${one}" hreflang="${one}" rel="nofollow">${nameOf(one)}</a> `,
  )}</nav>
</body>
</html>
`)
}
