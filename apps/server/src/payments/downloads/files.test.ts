import * as contract from '@cashbox/contract'
import { sql } from '@cashbox/postgres/database'
import { readSheet } from '@cashbox/testing/read-xlsx'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  token = await world.logIn('approved')
})
afterAll(() => world.close())

type Input = contract.InputOf<typeof contract.requestFile>

const ask = (input: Input, language = 'en', as = token) =>
  world.call(contract.requestFile, input, { token: as, language })

const fetchPath = (path: string) => fetch(`${world.address}/api${path}`)

async function fetchFile(input: Input, language = 'en', as = token) {
  const { payload, failure } = await ask(input, language, as)
  if (!payload) throw new Error(failure.message)
  const response = await fetchPath(payload.path)
  if (response.status !== 200) throw new Error(await response.text())
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

/** Lines without quotes; no cell of ours has a comma. */
const linesOf = (body: Buffer) =>
  body
    .toString()
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) => line.replaceAll('"', '').split(','))

const valueOf = (lines: string[][], name: string) => lines.findLast(([first]) => first === name)?.slice(1)

/** An XLSX, where numbers have no trailing zeros. */
const sheetOf = (body: Buffer) => readSheet(body).map((row) => [...row.values()].map(({ value }) => value))

const cents = (amount: string | undefined) => BigInt(Math.round(Number(amount) * 100))

const month = () => {
  const now = world.clock.now()
  const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1) / 1000
  return { from, to: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1000 - 1 }
}

describe('the history as a file', () => {
  test('has every payment of the period, as CSV in a plain table from the first line to the last', async () => {
    const { from, to } = month()
    const bounds = { from: String(from), to: String(to) }
    const listed: contract.HistoryItem[] = []
    for (let offset = 0, size = 100; size === 100; offset += size) {
      const query = { ...bounds, limit: '100', offset: String(offset) }
      const { list } = (await world.call(contract.listHistory, query, { token })).payload
      listed.push(...list)
      size = list.length
    }
    expect(listed.length).toBeGreaterThan(20)
    const { headers, body } = await fetchFile({ list: 'history', format: 'csv', from, to, timezone: 'Asia/Tashkent' })
    const lines = linesOf(body)
    expect(lines[0]?.[0]).toBe('Time')
    // The last line ends with a line break.
    expect(lines).toHaveLength(listed.length + 2)
    const rows = lines.slice(1, -1)
    expect(rows.map((row) => [row[2], row[3], row[4], row[5]])).toEqual(
      listed.map((item) => [item.transaction_id, item.customer_id, item.amount, item.fee]),
    )
    const first = new Date(((listed[0]?.finished_at ?? 0) + 5 * 60 * 60) * 1000).toISOString()
    expect(rows[0]?.[0]).toBe(first.slice(0, 19).replace('T', ' '))
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="history-100001-[\d-]+\.csv"$/)
  })

  test('has as XLSX totals that are those of the statistics', async () => {
    const { from, to } = month()
    const { body } = await fetchFile({ list: 'history', format: 'xlsx', from, to, timezone: 'Asia/Tashkent' })
    const lines = sheetOf(body)
    const bounds = { from: String(from), to: String(to) }
    const { stats } = (await world.call(contract.getStats, bounds, { token })).payload
    const sums = (name: string) => valueOf(lines, name)?.slice(1).map(cents)
    expect(sums('Deposit')).toEqual([cents(stats.deposit_sum), cents(stats.deposit_fee)])
    expect(sums('Withdrawal')).toEqual([cents(stats.withdraw_sum), cents(stats.withdraw_fee)])
    expect(lines[0]).toEqual(['Cashbox · History'])
    expect(valueOf(lines, 'Cashbox ID')).toEqual(['100001'])
    expect(valueOf(lines, 'Time zone')).toEqual(['Asia/Tashkent'])
  })

  test('can be of one type, and as XLSX in Arabic from right to left', async () => {
    const { body } = await fetchFile({ list: 'history', format: 'xlsx', type: 'withdraw', ...month() }, 'ar')
    const sheet = readSheet(body)
    expect(sheet[0]?.get('A')?.value).toBe('Cashbox · السجل')
    const types = new Set(
      sheet.map((row) => row.get('B')?.value).filter((value) => value === 'سحب' || value === 'إيداع'),
    )
    expect([...types]).toEqual(['سحب'])
  })

  test('defuses what a spreadsheet would take for a formula', async () => {
    const opened = await world.openTransaction('deposit', '1.00')
    await world.db.execute(sql`
      update player_transaction set player_id = '=1+1' where transaction_id = ${opened.transaction_id}`)
    await world.confirm(token, { type: 'deposit', transaction_id: opened.transaction_id, amount: '1.00' })
    const { body } = await fetchFile({ list: 'history', format: 'csv' })
    expect(body.toString()).toContain(`"'=1+1"`)
  })
})

describe('the statement as a file', () => {
  test.each(['float', 'commission'] as const)(
    'of the %s leads from the opening to the closing balance to the cent',
    async (account) => {
      const { body } = await fetchFile({ list: 'statement', format: 'xlsx', account, ...month() })
      const lines = sheetOf(body)
      const names = lines.findIndex(([first]) => first === 'Time')
      const foot = lines.findIndex(([first]) => first === 'Totals')
      const amounts = lines.slice(names + 1, foot - 1).map((line) => cents(line.at(-2)))
      expect(amounts.length).toBeGreaterThan(20)
      const minor = (name: string) => cents(valueOf(lines, name)?.at(-1))
      expect(amounts.reduce((sum, amount) => sum + amount, minor('Opening balance'))).toBe(minor('Closing balance'))
      const bounds = { from: String(month().from), to: String(month().to) }
      const { explanation } = (await world.call(contract.explainBalance, { account, ...bounds }, { token })).payload
      expect(minor('Opening balance')).toBe(cents(explanation.opening))
      expect(minor('Closing balance')).toBe(cents(explanation.closing))
    },
  )

  test('of a period without lines says the balance', async () => {
    const { body } = await fetchFile({ list: 'statement', format: 'xlsx', from: 4_000_000_000, to: 4_000_000_001 })
    expect(cents(valueOf(sheetOf(body), 'Closing balance')?.at(-1))).toBe(cents(await world.balance(token)))
  })
})

describe('a PDF', () => {
  test.each(['en', 'ru', 'ar'])('is whole in %s', async (language) => {
    const { headers, body } = await fetchFile({ list: 'statement', format: 'pdf', ...month() }, language)
    expect(headers.get('content-type')).toBe('application/pdf')
    const text = body.toString('latin1')
    expect(text.startsWith('%PDF-')).toBe(true)
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
    expect([...text.matchAll(/\/Type \/Page\b/g)].length).toBeGreaterThan(1)
  })

  test('that would be too long is refused in words, and the other formats have no limit', async () => {
    const agent = await someAgent(world, { status: 'approved' })
    const lines = contract.PDF_LINES + 1
    world.breakOnPurpose(
      'confirmed_has_confirmation',
      'confirmation_moved_money',
      'daily_totals',
      'movements_fit_accounts',
      'balance_is_sum',
      'movements_follow',
    )
    await world.db.transaction((tx) => tx.script('alter table confirmation disable trigger confirmations_are_sound'))
    await world.db.withLongTimeouts().execute(sql`
      with tx as (
        insert into player_transaction (id, transaction_id, partner_id, channel_id, type, amount, player_id, created_at,
                                        expires_at)
        select gen_random_uuid(), 'LONG' || number, partner.id, channel.id, 'deposit', 100, '48210007', now(), now()
        from generate_series(1, ${lines}::int) as number, (select id from partner limit 1) as partner,
             (select id from channel limit 1) as channel
        returning id, substr(transaction_id, 5)::integer as number)
      insert into confirmation (player_transaction_id, agent_id, number, type_number, type,
                                amount, fee, fee_bp, finished_at, float_id, float_version, float_balance, clearing_id)
      select id, ${agent.id}::uuid, number, number, 'deposit', 100, 0, 0, timestamptz '2026-01-01' + number * interval '1 second',
             (select float_id from agent where id = ${agent.id}), number, 0, -1
      from tx`)
    const refused = await ask({ list: 'history', format: 'pdf' }, 'en', agent.token)
    expect([refused.status, refused.failure.code]).toEqual([422, 'file_too_long'])
    expect(refused.failure.errors['format']?.[0]).toContain('10,000')
    const { body } = await fetchFile({ list: 'history', format: 'csv' }, 'en', agent.token)
    expect(body.toString().match(/"LONG\d+"/g)).toHaveLength(lines)
  })
})

describe('the address of a file', () => {
  const input = { list: 'history', format: 'csv' } as const

  test('works once', async () => {
    const { payload } = await ask(input)
    expect((await fetchPath(payload.path)).status).toBe(200)
    const again = await fetchPath(payload.path)
    expect(again.status).toBe(404)
    expect(await again.json()).toMatchObject({ code: 'file_expired' })
  })

  test('works for one minute, and while the session is open', async () => {
    const { payload: late } = await ask(input)
    world.clock.advance(61)
    expect((await fetchPath(late.path)).status).toBe(404)
    const other = await world.logIn('approved')
    const { payload: left } = await ask(input, 'en', other)
    await world.call(contract.logOut, {}, { token: other })
    expect((await fetchPath(left.path)).status).toBe(401)
    expect((await fetchPath('/files/guessed-guessed-guessed')).status).toBe(404)
  })

  test('is given to agents only, and not to blocked ones', async () => {
    expect((await ask(input, 'en', '')).status).toBe(401)
    expect((await ask(input, 'en', await world.logIn('pending'))).failure.code).toBe('agent_not_active')
    expect((await ask({ ...input, timezone: 'Mars/Olympus' })).failure.code).toBe('timezone_unknown')
  })
})
