import { createToasts } from '@cashbox/client/toasts'

const NOTICE_DURATION_MS = 5000

export const { notify, useToaster } = createToasts(NOTICE_DURATION_MS)
