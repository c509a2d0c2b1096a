import { html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { serveForms } from '../page/forms.ts'
import { alertBox, linkTo, sendPage } from '../page/layout.ts'
import { checkoutRoutes, frame } from './checkout.ts'
import { deskRoutes } from './desk.ts'
import { BadFields, readFields } from './fields.ts'
import { errorLine } from './history.ts'
import type { PerfectMoney } from './perfect-money.ts'

/** The provider as payers, merchants and testers meet it. Closes it with the server. */
export const perfectMoneyPages =
  ({ provider }: { readonly provider: PerfectMoney }): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onClose', () => provider.close())
    await app.register(providerRoutes(provider, app.prefix), { prefix: '/perfect-money' })
  }

const providerRoutes =
  (provider: PerfectMoney, base: string): FastifyPluginAsync =>
  async (app) => {
    const path = app.prefix
    await serveForms(app)
    app.setErrorHandler((error, request, reply) => {
      if (!(error instanceof BadFields)) throw error
      const { message } = error
      const problems = Object.entries(error.problems)
      if (request.body instanceof URLSearchParams) {
        const body = html`${alertBox(message)}
      <ul>${problems.map(([name, why]) => html`<li><bdi>${name}</bdi> ${why}</li>`)}</ul>`
        return sendPage(reply, 422, frame(base, 'Not accepted', body, linkTo(`${path}/desk`, 'Desk')))
      }
      const errors = Object.fromEntries(problems.map(([field, why]) => [field, [why]]))
      return reply.code(422).send({ message, errors, code: 'bad_fields', request_id: request.id })
    })
    await app.register(checkoutRoutes(provider, base, path))
    await app.register(deskRoutes(provider, base, path))
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
