import { FILE_PATH } from '@cashbox/contract'
import type { FastifyPluginAsync } from 'fastify'
import { sendFile } from '../../platform/files/send-file.ts'
import { noteCaller } from '../../platform/http/request-facts.ts'
import { makeFile } from './make-file.ts'
import { takeRequest } from './request-file.ts'
import type { FileServices } from './services.ts'

/** The files that agents asked for. The address is the key: a browser that fetches a file sends no token. */
export const filePages =
  (services: FileServices): FastifyPluginAsync =>
  async (api) => {
    api.addHook('preClose', async () => services.open.endAll())
    api.get(FILE_PATH, { exposeHeadRoute: false, compress: false }, async (request, reply) => {
      const { token } = request.params as { token: string }
      const plan = await takeRequest(services, token)
      noteCaller(request, 'agent', plan.agentId)
      services.open.refuseMore(plan.agentId)
      const { name, file } = await makeFile(services, plan)
      services.open.add(plan.agentId, file)
      // Without a listener the error would end the program; the reader sees that the file broke off.
      file.on('error', (error) => request.log.error({ err: error }, 'file failed'))
      return sendFile(reply, file, name, plan.wish.format)
    })
  }
