import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { sendPage } from '../page/layout.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { problemView } from './checkout-view.ts'
import { deskRoutes } from './desk-routes.ts'
import { BadFields } from './fields.ts'
import { historyRoutes } from './history-routes.ts'
import type { PerfectMoney } from './perfect-money.ts'

interface PerfectMoneyPages {
  readonly provider: PerfectMoney
}

/** The provider as payers, merchants and testers meet it. Closes it with the server. */
export const perfectMoneyPages =
  ({ provider }: PerfectMoneyPages): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onClose', () => provider.close())
    await app.register(providerRoutes(provider, app.prefix), { prefix: '/perfect-money' })
  }

const providerRoutes =
  (provider: PerfectMoney, base: string): FastifyPluginAsync =>
  async (app) => {
    const paths = { base, path: app.prefix }
    const css = await readFile(new URL('./perfect-money.css', import.meta.url), 'utf8')
    app.get('/perfect-money.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    app.setErrorHandler((error, request, reply) => {
      if (!(error instanceof BadFields)) throw error
      const { message, problems } = error
      if (request.body instanceof URLSearchParams) {
        return sendPage(reply, 422, problemView({ ...paths, title: 'Not accepted', text: message, problems }))
      }
      const errors = Object.fromEntries(Object.entries(problems).map(([field, why]) => [field, [why]]))
      return reply.code(422).send({ message, errors, code: 'bad_fields', request_id: request.id })
    })
    await app.register(checkoutRoutes(provider, paths))
    await app.register(deskRoutes(provider, paths))
    await app.register(historyRoutes(provider))
  }
