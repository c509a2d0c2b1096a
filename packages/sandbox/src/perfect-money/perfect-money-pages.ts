import type { FastifyPluginAsync } from 'fastify'
import { serveForms } from '../page/forms.ts'
import { sendPage } from '../page/layout.ts'
import { checkoutRoutes, problemView } from './checkout.ts'
import { deskRoutes } from './desk.ts'
import { BadFields, readFields } from './fields.ts'
import { errorLine } from './history.ts'
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
    await serveForms(app)
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

/** The merchant's account by machine. Errors are answered with status 200, in the first line. */
const historyRoutes =
  (provider: PerfectMoney): FastifyPluginAsync =>
  async (app) => {
    app.post('/acct/historycsv.asp', async ({ body }, reply) => {
      void reply.type('text/csv; charset=utf-8')
      return provider.history(readFields(body))
    })

    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof BadFields)) throw error
      return reply.code(200).send(errorLine(`Invalid ${Object.keys(error.problems).join(', ') || 'request'}`))
    })
  }
