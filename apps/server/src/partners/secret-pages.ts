import { html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { type PageContext, pageFact, readPageContext, refusePage, sendPage } from '../platform/http/public-page.ts'
import { addressOfCaller } from '../platform/http/read-headers.ts'
import type { Services } from '../platform/services.ts'
import { translate } from '../platform/texts.ts'
import { openSecret, SECRET_PAGE } from './secret-link.ts'

const SCRIPT = `${SECRET_PAGE}/page.js`

/** Browsers don't send what is after the `#`: the script puts it into the form, and into the links to other languages. */
const script = `
for (const field of document.querySelectorAll('input[name=token]')) field.value = location.hash.slice(1)
for (const link of document.querySelectorAll('nav a')) link.hash = location.hash
for (const button of document.querySelectorAll('button[value]')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.value)
    button.textContent = button.dataset.copied
  })
}
`

/** Public pages on which a partner sees a secret once. Only the press of a button uses up the link: a preview does not. */
export const secretPages =
  (services: Services): FastifyPluginAsync =>
  async (http) => {
    http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    http.get(SCRIPT, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
    )
    http.get(SECRET_PAGE, async (request, reply) => {
      const context = await readPageContext(services.db, request, SECRET_PAGE)
      return sendPage(reply, 200, context, renderForm(context))
    })
    http.post(SECRET_PAGE, async (request, reply) => {
      try {
        const ip = addressOfCaller(request)
        await services.limits.spend('link-address', ip)
        const sent = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
        const opened = await openSecret(services, sent.get('token') ?? '', ip, sent.get('public_key') ?? '')
        const context = await readPageContext(services.db, request, SECRET_PAGE)
        return await sendPage(reply, 200, context, renderSecret(context, opened))
      } catch (error) {
        return refusePage(error, request, reply, SECRET_PAGE, 'partner_secret.failed')
      }
    })
  }

const wordsOf =
  ({ language }: PageContext) =>
  (key: string, values?: Record<string, string>) =>
    translate(language, `partner_secret.${key}`, values)

function renderForm(context: PageContext) {
  const t = wordsOf(context)
  const body = [
    html`<p>${t('text', { network: context.network })}</p>
<noscript><p>${t('script_needed')}</p></noscript>
<form action="${SECRET_PAGE}?lang=${context.language}" method="post">
<input type="hidden" name="token">
<button>${t('show')}</button>
</form>
<details>
<summary>${t('own')}</summary>
<p>${t('own_text')}</p>
<form action="${SECRET_PAGE}?lang=${context.language}" method="post">
<input type="hidden" name="token">
<label>${t('own_label')} <textarea name="public_key" rows="4" required maxlength="1000" dir="ltr" spellcheck="false"></textarea></label>
<button>${t('register')}</button>
</form>
</details>`,
  ]
  return { tone: 'plain', title: t('title'), body, script: SCRIPT } as const
}

function renderSecret(
  context: PageContext,
  { name, keyId, secret, publicKey }: Awaited<ReturnType<typeof openSecret>>,
) {
  const t = wordsOf(context)
  const copied = (value: string, label: string) =>
    html`<code dir="ltr">${value}</code> <button type="button" value="${value}" data-copied="${t('copied')}">${label}</button>`
  const shown =
    secret === null
      ? pageFact(t('own_label'), html`<code dir="ltr">${publicKey ?? ''}</code>`)
      : pageFact(t(keyId === null ? 'webhook_secret' : 'secret'), copied(secret, t('copy_secret')))
  const next = secret === null ? 'own_next' : keyId === null ? 'webhook_next' : 'next'
  const body = [
    html`${secret !== null && html`<p>${t('once')}</p>`}
<dl>
${pageFact(t('partner'), name)}
${keyId !== null && pageFact(t('key'), copied(keyId, t('copy_key')))}
${shown}
</dl>
<p>${t(next, { network: context.network })}</p>`,
  ]
  const title = t(secret === null ? 'registered' : 'shown')
  return { tone: 'good', title, body, script: SCRIPT, hasLanguages: false } as const
}
