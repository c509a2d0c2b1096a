import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { formatMinor, type OutputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { readSheet } from '@cashbox/testing/read-xlsx'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeAudit } from '../../access/audit.ts'

let world: World
const clients = new Map<contract.OperatorRole, OperatorClient>()
const as = (role: contract.OperatorRole) => {
  const client = clients.get(role)
  if (!client) throw new Error(`no ${role}`)
  return client
}
const tables = Object.keys(contract.exportedLists) as contract.ExportedTable[]
let needed: Record<string, Record<string, string>>

beforeAll(async () => {
  world = await openWorld()
  for (const role of contract.operatorRoles) clients.set(role, await operatorOf(world.address, role))
  const [agent] = (await as('admin').call(contract.listAgents, { search: 'approved@cashbox.test' })).payload.list
  const ofAgent = { agent_id: agent?.id ?? '' }
  needed = {
    statement: { cash_id: '100001' },
    confirmations: ofAgent,
    locations: ofAgent,
    sessions: ofAgent,
    topups: ofAgent,
    'position-days': { code: 'sandbox', currency_code: 'UZS' },
    'partner-payments': { code: 'sandbox' },
    'partner-statements': { code: 'sandbox' },
  }
})
afterAll(() => world.close())

const fetchExport = (client: OperatorClient | null, path: string, init: RequestInit = {}) =>
  fetch(`${world.address}/operator/v1${path}`, { headers: client ? { cookie: client.cookie() } : {}, ...init })

async function fetchCsv(client: OperatorClient, path: string): Promise<string[][]> {
  const response = await fetchExport(client, path)
  if (response.status !== 200) throw new Error(await response.text())
  return readCsv(await response.text())
}

function readCsv(text: string): string[][] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const fetchSheet = async (client: OperatorClient, path: string) =>
  readSheet(Buffer.from(await (await fetchExport(client, path)).arrayBuffer()))

let acts = 0
/** Audit entries as operators' actions leave them. */
async function act(count: number, of: { action: string; reason?: string; size?: number }) {
  for (let done = 0; done < count; done += 50) {
    await world.db.transaction(async (tx) => {
      for (let index = done; index < Math.min(count, done + 50); index += 1) {
        acts += 1
        await writeAudit(
          tx,
          { at: world.clock.now(), actor: { operatorId: null, name: 'test', ip: null }, reason: of.reason ?? null },
          { kind: 'test', id: String(acts) },
          of.action as contract.AuditAction,
          { after: { text: 'x'.repeat(of.size ?? 1) } },
        )
      }
    })
  }
}

const exportsOf = async (filters: Record<string, string>) =>
  (await as('admin').call(contract.listAudit, { subject_kind: 'export', ...filters })).payload.list

describe('a file', () => {
  test('has the rows of the list as it is filtered, over all its pages', async () => {
    await act(450, { action: 'test.many' })
    await act(3, { action: 'test.few' })
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const { payload }: { payload: OutputOf<typeof contract.listAudit> } = await as('admin').call(contract.listAudit, {
        action: 'test.many',
        limit: '100',
        ...(cursor ? { cursor } : {}),
      })
      listed.push(...payload.list.map(({ subject_id }) => subject_id))
      cursor = payload.next_cursor
    } while (cursor !== null)
    expect(listed).toHaveLength(450)

    const [header, ...rows] = await fetchCsv(as('admin'), contract.exportUrl('audit', 'csv', { action: 'test.many' }))
    const column = header?.indexOf('Subject ID') ?? -1
    expect(rows.map((row) => row[column])).toEqual(listed)
    const sheet = await fetchSheet(as('admin'), contract.exportUrl('audit', 'xlsx', { action: 'test.many' }))
    expect(sheet.slice(1).map((row) => row.get('F')?.value)).toEqual(listed)
    expect(sheet[0]?.get('F')?.value).toBe('Subject ID')
  })

  test('is named after the table and the day, and begins so that Excel reads it as UTF-8', async () => {
    const csv = await fetchExport(as('admin'), '/exports/operators?format=csv')
    const day = world.clock.now().toISOString().slice(0, 10)
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="cashbox-operators-${day}.csv"`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect([...new Uint8Array(await csv.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const xlsx = await fetchExport(as('admin'), '/exports/operators?format=xlsx')
    expect(xlsx.headers.get('content-disposition')).toContain('.xlsx')
    expect(Buffer.from(await xlsx.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK')
  })

  test('of a list that is narrow enough can be a PDF', async () => {
    const filters = { code: 'sandbox', currency_code: 'UZS' }
    const file = await fetchExport(as('finance'), contract.exportUrl('position-days', 'pdf', filters))
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test('is on record with who took what and how many rows, before anything leaves and after', async () => {
    await act(7, { action: 'test.seven' })
    await fetchCsv(as('risk'), contract.exportUrl('audit', 'csv', { action: 'test.seven' }))
    expect(await exportsOf({ subject_id: 'audit', limit: '2' })).toMatchObject([
      {
        actor: 'Sandbox risk',
        action: 'export.end',
        after: { format: 'csv', filters: { action: 'test.seven' }, rows: 7, is_complete: true },
      },
      { action: 'export.begin', after: { format: 'csv', filters: { action: 'test.seven' } } },
    ])
    expect(await world.verify()).toEqual([])
  })

  test.each(tables)('of %s has a value for every column, in both formats', async (table) => {
    const query = new URLSearchParams(needed[table]).toString()
    const [header = [], ...rows] = await fetchCsv(as('admin'), `/exports/${table}?format=csv&${query}`)
    expect(new Set(header).size).toBe(header.length)
    for (const row of rows) expect(row).toHaveLength(header.length)
    const sheet = await fetchSheet(as('admin'), `/exports/${table}?format=xlsx&${query}`)
    expect(sheet.length).toBeGreaterThan(0)
    expect([...(sheet[0]?.values() ?? [])].map(({ value }) => value)).toEqual(header)
  })

  test('has money that can be added up, and all of it', async () => {
    const [header = [], ...rows] = await fetchCsv(as('finance'), '/exports/statement?cash_id=100001')
    expect(rows.length).toBeGreaterThan(200)
    const amounts = rows.map((row) => row[header.indexOf('Amount')] ?? '')
    expect(amounts.every((amount) => /^-?\d+\.\d\d$/.test(amount))).toBe(true)
    const sum = amounts.reduce((total, amount) => total + BigInt(amount.replace('.', '')), 0n)
    const { payload } = await as('finance').call(contract.readStatement, { cash_id: '100001' })
    expect(formatMinor(sum)).toBe(payload.balance)
  })
})

describe('a text that a spreadsheet would take for a formula', () => {
  const reasons = [
    '=HYPERLINK("http://evil.example","x")',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    'a;=1+1',
    'a = b, "c"\nd <e>',
  ]

  test('is defused in CSV and plain text in XLSX', async () => {
    for (const reason of reasons) await act(1, { action: 'test.formula', reason })
    const path = (format: contract.ExportFormat) => contract.exportUrl('audit', format, { action: 'test.formula' })
    const [header = [], ...rows] = await fetchCsv(as('admin'), path('csv'))
    const inCsv = rows.map((row) => row[header.indexOf('Reason')]).toReversed()
    expect(inCsv).toEqual(
      reasons.map((reason) => (reason.startsWith('a') ? reason.replace(';=', ";'=") : `'${reason}`)),
    )
    const sheet = await fetchSheet(as('admin'), path('xlsx'))
    const inXlsx = sheet
      .slice(1)
      .map((row) => row.get('G'))
      .toReversed()
    expect(inXlsx).toEqual(reasons.map((value) => ({ type: 'text', style: 3, value })))
    expect(JSON.stringify(sheet.flatMap((row) => [...row.values()]))).not.toContain('<f>')
  })
})

describe('the door', () => {
  test.each(tables)('of %s is open to exactly those who may see the list', async (table) => {
    const who = contract.rolesOf(contract.exportedLists[table])
    for (const role of contract.operatorRoles) {
      const response = await fetchExport(as(role), `/exports/${table}?${new URLSearchParams(needed[table]).toString()}`)
      await response.arrayBuffer()
      expect([role, response.status]).toEqual([role, who.includes(role) ? 200 : 403])
    }
    expect((await fetchExport(null, `/exports/${table}`)).status).toBe(401)
  })

  test.each([
    ['/exports/agents?status=sleeping', 422],
    ['/exports/agents?format=pdf', 422],
    ['/exports/agents?colour=red', 422],
    ['/exports/statement', 422],
    ['/exports/transactions?cash_id=999999', 422],
    ['/exports/secrets', 404],
    ['/exports/constructor', 404],
  ])('answers %s with a refusal and no file', async (path, status) => {
    const response = await fetchExport(as('admin'), path)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ message: expect.any(String) })
  })
})

describe('a reader who goes away', () => {
  const LARGE = { action: 'test.large', size: 20_000 }
  beforeAll(() => act(1500, LARGE))

  async function ended(before: number) {
    for (let tries = 0; tries < 600; tries += 1) {
      const [last] = await exportsOf({ action: 'export.end', limit: '1' })
      if (last && last.number > before) return last
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the export never ended')
  }
  const lastNumber = async () =>
    (await as('admin').call(contract.listAudit, { limit: '1' })).payload.list[0]?.number ?? 0

  /** A connection of its own. The test reads from it only when it chooses to. */
  const read = (client: OperatorClient, format: contract.ExportFormat) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const path = contract.exportUrl('audit', format, { action: LARGE.action })
      get(`${world.address}/operator/v1${path}`, { agent: false, headers: { cookie: client.cookie() } }, resolve).once(
        'error',
        reject,
      )
    })

  test.each(contract.rowFormats)(
    'midway through %s leaves a note of how far it came, and a server that works',
    async (format) => {
      const before = await lastNumber()
      const response = await read(as('admin'), format)
      await once(response, 'readable')
      response.destroy()
      const { after } = await ended(before)
      expect(after).toMatchObject({ is_complete: false })
      expect(Number(after?.['rows'])).toBeLessThan(1500)
      expect(await fetchCsv(as('admin'), '/exports/operators')).toHaveLength(6)
    },
  )

  test('or stops reading without a word is not read ahead for', async () => {
    const before = await lastNumber()
    const response = await read(as('admin'), 'csv')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(await exportsOf({ action: 'export.end', limit: '1' })).not.toMatchObject([{ after: { rows: 1500 } }])
    expect((await as('admin').call(contract.listAgents, {})).status).toBe(200)
    response.destroy()
    expect((await ended(before)).after).toMatchObject({ is_complete: false })
  })

  test('and comes back too often has to wait', async () => {
    const responses = await Promise.all(Array.from({ length: 3 }, () => read(as('risk'), 'csv')))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await fetchExport(as('risk'), '/exports/audit')).status).toBe(429)
    const before = await lastNumber()
    for (const response of responses) response.destroy()
    await ended(before)
  })

  test('does not hold up a server that stops', async () => {
    const response = await read(as('finance'), 'csv')
    response.on('error', () => {})
    await world.app.close()
    await new Promise((resolve) => response.resume().once('close', resolve))
    expect(response.complete).toBe(false)
  })
})
