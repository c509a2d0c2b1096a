import type { FastifyPluginAsync } from 'fastify'
import { BadFields, readFields } from './fields.ts'
import { errorLine } from './history.ts'
import type { PerfectMoney } from './perfect-money.ts'

/** The merchant's account by machine. Errors are answered with status 200, in the first line. */
export const historyRoutes =
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
