import { createNotices } from '@cashbox/client/notices'

const NOTICE_DURATION_MS = 5000

export const { useNotices, notify, dismissNotice, holdNotices, releaseNotices } = createNotices(NOTICE_DURATION_MS)
