import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '@cashbox/contract'
import { paletteCss } from '@cashbox/contract/palette'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { asRefusal, wordRefusal } from '../../platform/http/answer.ts'
import { addressOfCaller, languageAccepted } from '../../platform/http/read-headers.ts'
import { noteRefusal } from '../../platform/http/request-facts.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import { readSettings } from '../../platform/settings.ts'
import { type FoundReceipt, findReceipt } from './find-receipt.ts'
import { readReceiptCode } from './receipt-code.ts'
import { renderAsking, renderFailed, renderFound, renderUnknown, type Setting } from './receipt-page.ts'

const CSP = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

interface ReceiptServices {
  readonly db: Database
  readonly limits: RateLimits
}

/** Public pages on which anyone can check a receipt. They need no session and no script, and show no personal data. */
export function receiptPages(services: ReceiptServices): FastifyPluginAsync {
  const css = paletteCss + readFileSync(join(import.meta.dirname, 'receipt.css'), 'utf8')
  return async (http) => {
    http.get('/r/receipt.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(css),
    )
    http.get('/r', async (request, reply) => {
      const { code } = request.query as { code?: unknown }
      // The form asks here; the answer has the address that is on the paper.
      if (typeof code === 'string' && code.trim() !== '') {
        return reply.redirect(`/r/${encodeURIComponent(code.trim().slice(0, 40))}?lang=${languageOf(request)}`, 303)
      }
      return send(reply, 200, renderAsking(await settingOf(services.db, request, '/r')))
    })
    http.get('/r/:code', async (request, reply) => {
      const { code } = request.params as { code: string }
      try {
        const receipt = await checkCode(services, code, addressOfCaller(request))
        const setting = await settingOf(services.db, request, `/r/${encodeURIComponent(code)}`)
        if (receipt) return await send(reply, 200, renderFound(setting, receipt))
        return await send(reply, 404, renderUnknown(setting, code))
      } catch (error) {
        return refuse(error, request, reply)
      }
    })
  }
}

/** Only wrong codes count, so that one guest behind an address can't use up the checks of the others. */
async function checkCode({ db, limits }: ReceiptServices, typed: string, ip: string): Promise<FoundReceipt | null> {
  await limits.spend('receipt-address', ip)
  const code = readReceiptCode(typed)
  const receipt = code === null ? null : await findReceipt(db, code)
  if (receipt) await limits.giveBack('receipt-address', ip)
  return receipt
}

const settingOf = async (db: Database, request: FastifyRequest, path: string): Promise<Setting> => ({
  language: languageOf(request),
  network: (await readSettings(db)).partner_name,
  path,
})

/** The one that was chosen on the page, else the first one that the browser asks for. */
function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown }
  return languages.find((language) => language === lang) ?? languageAccepted(request)
}

/** A page too: people can't read JSON. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const why = asRefusal(error as Parameters<typeof asRefusal>[0])
  if (why.reason.code === 'internal') throw error
  noteRefusal(request, why.reason.code)
  const language = languageOf(request)
  const { status, headers, body } = wordRefusal(why, language, request.id)
  return send(reply.headers(headers), status, renderFailed(language, body.message))
}

const send = (reply: FastifyReply, status: number, page: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', CSP)
    .header('x-robots-tag', 'noindex, nofollow')
    .header('vary', 'accept-language')
    .send(page)
