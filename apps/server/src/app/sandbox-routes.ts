import { Settings } from '@cashbox/contract'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '../platform/database/database.ts'
import { readFields } from '../platform/http/read-input.ts'
import { changeSettings } from '../platform/settings.ts'

/** Used in place of the operator's settings. */
export const sandboxRoutes =
  ({ db }: { readonly db: Database }): FastifyPluginAsync =>
  async (app) => {
    app.post('/settings', async (request) =>
      changeSettings(db, readFields(z.partial(z.strictObject(Settings.shape)), request.body)),
    )
  }
