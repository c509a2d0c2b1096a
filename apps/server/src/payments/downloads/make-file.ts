import { Readable } from 'node:stream'
import { col, type Queryable, queryOne } from '@cashbox/postgres/database'
import { periodOf } from '../../balances/period.ts'
import { type Clock, toSeconds } from '../../platform/clock.ts'
import { type Frame, textCell } from '../../platform/files/cells.ts'
import { writeCsv } from '../../platform/files/csv.ts'
import { writePdf } from '../../platform/files/write-pdf.ts'
import { writeXlsx } from '../../platform/files/write-xlsx.ts'
import { readSettings } from '../../platform/settings.ts'
import { clockOf, type FileContent, type FilePlan, type Words, wordsIn } from './file-content.ts'
import { historyFile } from './history-file.ts'
import { statementFile } from './statement-file.ts'

export function openContent(db: Queryable, { agentId, language, timezone, request }: FilePlan): Promise<FileContent> {
  const t = wordsIn(language)
  const common = { agentId, timezone, period: periodOf(request) }
  return request.list === 'history'
    ? historyFile(db, { ...common, type: request.type ?? null }, t)
    : statementFile(db, { ...common, account: request.account }, t)
}

/** Streams the file: lines are read as fast as the client takes them. */
export async function makeFile({ db, clock }: { db: Queryable; clock: Clock }, plan: FilePlan) {
  const { request, language } = plan
  const now = toSeconds(clock.now())
  const content = await openContent(db, plan)
  const { columns, pages, foot } = content
  const owner = await readOwner(db, plan.agentId)
  const title = `${owner.network} · ${content.title}`
  const frame: Frame = { head: headOf(plan, owner, now, wordsIn(language)), foot }
  const isRightToLeft = language === 'ar'
  const file =
    request.format === 'pdf'
      ? Readable.from(writePdf({ title, columns, pages, frame, isRightToLeft }), { objectMode: false })
      : request.format === 'xlsx'
        ? writeXlsx({ name: request.list, columns, pages, frame: titled(frame, title), isRightToLeft })
        : Readable.from(writeCsv(columns, pages), { objectMode: false })
  // The client may disconnect while the pages wait.
  file.once('close', () => void pages.return().catch(() => {}))
  const { day } = clockOf(plan.timezone)
  const days = [request.from, Math.min(request.to ?? now, now)].flatMap((at) => (at === undefined ? [] : [day(at)]))
  return { file, name: [request.list, owner.cashId, ...new Set(days)].join('-') }
}

/** Only XLSX: a PDF prints the title itself, and a CSV is a plain table. */
const titled = ({ head, foot }: Frame, title: string): Frame => ({ head: [[textCell(title)], ...head, []], foot })

type Owner = Awaited<ReturnType<typeof readOwner>>

async function readOwner(db: Queryable, agentId: string) {
  const { cash_id, currency_code } = await queryOne(db, { cash_id: col.int8, currency_code: col.text })`
    select agent.cash_id, channel.currency_code from agent join channel on channel.id = agent.channel_id
    where agent.id = ${agentId}`
  return { network: (await readSettings(db)).partner_name, cashId: String(cash_id), currency: currency_code }
}

function headOf({ request, timezone }: FilePlan, { cashId, currency }: Owner, now: number, t: Words): Frame['head'] {
  const { local } = clockOf(timezone)
  const lines = [
    [t('cash_id'), cashId],
    [t('from'), request.from === undefined ? t('beginning') : local(request.from)],
    [t('to'), local(Math.min(request.to ?? now, now))],
    [t('timezone'), timezone],
    [t('currency'), currency],
    [t('made_at'), local(now)],
  ]
  return lines.map((cells) => cells.map(textCell))
}
