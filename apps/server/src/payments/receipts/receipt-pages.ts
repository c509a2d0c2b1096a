import { groupDigits, type Language } from '@cashbox/contract'
import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import {
  languageOfPage,
  type PageContext,
  pageFact,
  readPageContext,
  refusePage,
  sendPage,
} from '../../platform/http/public-page.ts'
import { addressOfCaller } from '../../platform/http/read-headers.ts'
import type { Services } from '../../platform/services.ts'
import { translate } from '../../platform/texts.ts'
import { type FoundReceipt, findReceipt, groupReceiptCode, readReceiptCode } from './receipt.ts'

/** Public pages on which anyone can check a receipt. They need no session and no script, and show no personal data. */
export const receiptPages =
  (services: Services): FastifyPluginAsync =>
  async (http) => {
    http.get('/r', async (request, reply) => {
      const { code } = request.query as { code?: unknown }
      // The form posts here; redirect to the address that is printed on the receipt.
      if (typeof code === 'string' && code.trim() !== '') {
        return reply.redirect(`/r/${encodeURIComponent(code.trim().slice(0, 40))}?lang=${languageOfPage(request)}`, 303)
      }
      const context = await readPageContext(services.db, request, '/r')
      return sendPage(reply, 200, context, renderForm(context))
    })
    http.get('/r/:code', async (request, reply) => {
      const { code } = request.params as { code: string }
      try {
        const receipt = await checkCode(services, code, addressOfCaller(request))
        const context = await readPageContext(services.db, request, `/r/${encodeURIComponent(code)}`)
        if (receipt) return await sendPage(reply, 200, context, renderFound(context, receipt))
        return await sendPage(reply, 404, context, renderUnknown(context, code))
      } catch (error) {
        return refusePage(error, request, reply, '/r', 'receipt.failed')
      }
    })
  }

/** Only wrong codes count towards the limit, because many guests may share an address. */
async function checkCode({ db, limits }: Services, typed: string, ip: string): Promise<FoundReceipt | null> {
  await limits.spend('receipt-address', ip)
  const code = readReceiptCode(typed)
  const receipt = code === null ? null : await findReceipt(db, code)
  if (receipt) await limits.giveBack('receipt-address', ip)
  return receipt
}

function renderFound({ language, network }: PageContext, receipt: FoundReceipt) {
  const t = wordsOf(language)
  const time = (at: Date) => showTime(at, receipt.timezone, language)
  const { tone, title, text } = verdictOf(receipt, network, t)
  const body = [
    html`<p>${text}</p>`,
    html`<dl>
${pageFact(t(receipt.type), html`<strong dir="ltr">${groupDigits(receipt.amount)} ${receipt.currency_code}</strong>`)}
${pageFact(t('finished_at'), time(receipt.finished_at))}
${receipt.reversed_at !== null && pageFact(t('reversed_at'), time(receipt.reversed_at))}
${pageFact(t('point'), pointOf(receipt, language))}
${pageFact(t('transaction_id'), html`<code dir="ltr">${receipt.transaction_id.slice(-4)}</code>`)}
${pageFact(t('code'), html`<code dir="ltr">${groupReceiptCode(receipt.code)}</code>`)}
</dl>`,
  ]
  return { tone, title, body }
}

/** A demo confirms anything, so it must never look like a payment. */
function verdictOf({ is_demo, reversed_at }: FoundReceipt, network: string, t: ReturnType<typeof wordsOf>) {
  if (is_demo) return { tone: 'bad', title: t('demo'), text: t('demo_text') } as const
  if (reversed_at !== null) return { tone: 'bad', title: t('reversed'), text: t('reversed_text') } as const
  return { tone: 'good', title: t('genuine'), text: t('genuine_text', { network }) } as const
}

function renderUnknown({ language }: PageContext, typed: string) {
  const t = wordsOf(language)
  const body = [html`<p>${t('unknown_text')}</p>`, form(language, typed)]
  return { tone: 'bad', title: t('unknown'), body } as const
}

function renderForm({ language }: PageContext) {
  const t = wordsOf(language)
  return {
    tone: 'plain',
    title: t('check_title'),
    body: [html`<p>${t('check_text')}</p>`, form(language, '')],
  } as const
}

const wordsOf = (language: Language) => (key: string, values?: Record<string, string>) =>
  translate(language, `receipt.${key}`, values)

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
  return html`<bdi>${cash_id}</bdi>${place !== '' && html`, <bdi>${place}</bdi>`}`
}

function showTime(at: Date, timeZone: string, language: Language): Html {
  const text = new Intl.DateTimeFormat(`${language === 'en' ? 'en-US' : language}-u-nu-latn-ca-gregory`, {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at)
  return html`<time datetime="${at.toISOString()}">${text}</time> <span class="quiet" dir="ltr">${timeZone.replaceAll('_', ' ')}</span>`
}
