import { createNotices } from '@cashbox/client/toasts'

const NOTICE_DURATION_MS = 5000

export const { notify, useToaster } = createNotices(NOTICE_DURATION_MS)
