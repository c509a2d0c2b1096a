import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { PerfectMoneyConfig } from '../../platform/config.ts'
import { addressOfCaller } from '../../platform/http/read-headers.ts'
import type { Services } from '../../platform/services.ts'
import { type Payment, readStatusCall } from '../../rails/perfect-money/status-call.ts'
import { announcePayment, provePayment } from './accept-payment.ts'

const BODY_LIMIT_BYTES = 16 * 1024

/** The provider reports payments here. It gets OK only after the report is stored. */
export const perfectMoneyCallbacks =
  (services: Services, perfectMoney: PerfectMoneyConfig): FastifyPluginAsync =>
  async (app) => {
    const { passphrase } = perfectMoney
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    app.post('/callbacks/perfect-money', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const { body, log } = request
      const ip = addressOfCaller(request)
      const call = readStatusCall(typeof body === 'string' ? body : '', passphrase)
      if (call === 'unreadable') {
        log.error({ ip }, 'signed Perfect Money status call with invalid fields')
        return answer(reply, 400, 'Unreadable')
      }
      if (call === 'malformed' || call === 'forged') return refuse(request, reply, call)
      const outcome = (await announcePayment(services, call)) ? await prove(call, log) : 'repeated'
      log.info({ ip, batch: call.batch, outcome }, 'Perfect Money status call handled')
      return answer(reply, 200, 'OK')
    })

    /** If the history can't be read, the payment stays open and the worker tries again. */
    const prove = (call: Payment, log: FastifyBaseLogger) =>
      provePayment(services, perfectMoney, call).catch((error: unknown) => {
        log.warn({ err: error, batch: call.batch }, 'could not read the Perfect Money history')
        return 'waiting' as const
      })

    /** Only refused calls count towards the limit, so that nobody can use up the provider's calls. */
    async function refuse(request: FastifyRequest, reply: FastifyReply, problem: 'malformed' | 'forged') {
      const ip = addressOfCaller(request)
      await services.limits.spend('callback-address', ip)
      request.log.warn({ ip, why: problem }, 'Perfect Money status call refused')
      return problem === 'malformed' ? answer(reply, 400, 'Malformed') : answer(reply, 403, 'Wrong hash')
    }
  }

const answer = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text)
