import { noticePaths } from '@cashbox/contract'
import { endOfQuiet } from '../../domain/notices/quiet-hours.ts'
import { sayNotice } from '../../domain/notices/say-notice.ts'
import { text, uuid } from '../../platform/db/columns.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { enqueue } from '../../platform/jobs.ts'
import { post } from '../../platform/mail/mail.ts'
import { readNotice, type SentNotice } from './read-notice.ts'
import type { DeliveryServices } from './services.ts'

/** The job that sends one push message. */
export const SEND_PUSH = 'send-push'

/** A strange log-in or a reversal can't wait for the morning. */
const mayDisturb = ({ kind }: SentNotice['content']) => kind === 'new_login' || kind === 'reversal'

/** Asks for a message to each device, and for the letter; after quiet hours, when it falls into them. */
export async function sendNotice(services: DeliveryServices, noticeId: string): Promise<Date | undefined> {
  const { db, clock } = services
  const now = clock.now()
  const notice = await readNotice(db, noticeId, now)
  if (!notice) return undefined
  const wakeAt = mayDisturb(notice.content) ? null : endOfQuiet(notice.quiet, notice.timezone, now)
  if (wakeAt) return wakeAt
  await db.transaction(async (tx) => {
    if (notice.isByPush) await askForPushes(tx, services, noticeId, notice.agent_id)
    if (notice.isByMail) await postLetter(tx, services, notice)
  })
  return undefined
}

async function askForPushes(tx: Tx, { clock }: DeliveryServices, noticeId: string, agentId: string) {
  const devices = await tx.query(sql`select id, endpoint from push_device where agent_id = ${agentId}`, {
    id: uuid,
    endpoint: text,
  })
  for (const { id, endpoint } of devices) {
    const payload = { notice_id: noticeId, device_id: id }
    await enqueue(tx, clock, SEND_PUSH, payload, `push ${new URL(endpoint).host}`)
  }
}

function postLetter(tx: Tx, services: DeliveryServices, { content, language, email, first_name }: SentNotice) {
  const { title, text, note } = sayNotice(language, content)
  return post(tx, services, {
    to: email,
    language,
    template: 'notice',
    values: { title, text },
    name: first_name,
    link: `${services.publicUrl}${noticePaths[content.kind]}`,
    linkHours: null,
    details: [],
    ...(note === null ? {} : { note }),
  })
}
