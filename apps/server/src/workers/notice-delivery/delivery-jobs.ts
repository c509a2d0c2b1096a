import * as z from 'zod/mini'
import { SEND_NOTICE } from '../../domain/notices/write-notice.ts'
import type { JobHandler } from '../../platform/jobs.ts'
import { SEND_PUSH, sendNotice } from './send-notice.ts'
import { sendPush } from './send-push.ts'
import type { DeliveryServices } from './services.ts'

const NoticeJob = z.object({ notice_id: z.string() })
const PushJob = z.object({ notice_id: z.string(), device_id: z.string() })

/** Sends notices by push message and by e-mail. */
export const noticeHandlers = (services: DeliveryServices): Record<string, JobHandler> => ({
  [SEND_NOTICE]: (payload) => sendNotice(services, NoticeJob.parse(payload).notice_id),
  [SEND_PUSH]: (payload) => {
    const { notice_id, device_id } = PushJob.parse(payload)
    return sendPush(services, notice_id, device_id)
  },
})
