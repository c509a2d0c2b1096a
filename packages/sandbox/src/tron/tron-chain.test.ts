import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AGENT, OTHER } from './test/serve-chain.ts'
import { openTronChain } from './tron-chain.ts'

const START_MS = 1_800_000_000_000
let nowMs: number
let directory: string

beforeEach(async () => {
  nowMs = START_MS
  directory = await mkdtemp(join(tmpdir(), 'cashbox-tron-'))
})

afterEach(() => rm(directory, { recursive: true }))

const open = (options: { directory?: string; isManual?: boolean } = {}) =>
  openTronChain({ directory: null, now: () => new Date(nowMs), ...options })

describe('blocks', () => {
  test('come every three seconds, and none has to be waited for', async () => {
    const chain = await open()
    expect(chain.head()).toBe(0)
    nowMs += 3000 * 1_000_000 + 2999
    expect(chain.head()).toBe(1_000_000)
    expect(chain.findBlock(1_000_000)?.timestampMs).toBe(START_MS + 3000 * 1_000_000)
    expect(chain.findBlock(1_000_001)).toBeNull()
  })

  test('come only by hand when asked so', async () => {
    const chain = await open({ isManual: true })
    nowMs += 60_000
    expect(chain.head()).toBe(0)
    await chain.mine(3)
    expect(chain.head()).toBe(3)
  })

  test('have times that always rise and never lead the clock by more than the blocks mined at once', async () => {
    const chain = await open()
    for (const [waitMs, count] of [
      [2999, 20],
      [1, 5],
      [0, 1],
      [9000, 1000],
      [1, 1],
      [4000, 20],
    ] as const) {
      nowMs += waitMs
      await chain.mine(count)
      expect(chain.timestampMs(chain.head()) - nowMs).toBeLessThanOrEqual(1001)
    }
    nowMs += 30_000
    const times = Array.from({ length: chain.head() + 1 }, (_, number) => chain.timestampMs(number))
    expect(times.every((time, number) => number === 0 || time > (times[number - 1] ?? 0))).toBe(true)
    expect(times.at(-1)).toBeLessThanOrEqual(nowMs)
  })

  test('keep their times when others are mined after them', async () => {
    const chain = await open()
    nowMs += 10_000
    await chain.mine(2)
    const before = [1, 2, 3, 4, 5].map((number) => chain.findBlock(number))
    nowMs += 10_000
    await chain.mine(20)
    expect([1, 2, 3, 4, 5].map((number) => chain.findBlock(number))).toEqual(before)
  })

  test('name their parent, and carry their number in their id', async () => {
    const chain = await open()
    nowMs += 3000 * 300
    const block = chain.findBlock(256)
    expect(block?.id).toMatch(/^0000000000000100[0-9a-f]{48}$/)
    expect(block?.parentId).toBe(chain.findBlock(255)?.id)
  })
})

describe('the solid head', () => {
  test('is 19 blocks behind and never below the first', async () => {
    const chain = await open({ isManual: true })
    expect(chain.solid()).toBe(0)
    await chain.mine(19)
    expect(chain.solid()).toBe(0)
    await chain.mine(1)
    expect(chain.solid()).toBe(1)
  })

  test('never moves back, also when the clock goes back, after a restart too', async () => {
    const chain = await open({ directory })
    nowMs += 3000 * 100
    expect(chain.solid()).toBe(81)
    await chain.mine(1)
    nowMs -= 3000 * 90
    expect(chain.solid()).toBe(82)
    expect((await open({ directory })).solid()).toBe(82)
  })
})

describe('a transaction', () => {
  test('waits for the next block, made by time or by hand', async () => {
    const chain = await open()
    nowMs += 4000
    const txid = await chain.send({ to: AGENT, units: 1n })
    expect(chain.transactions()).toMatchObject([{ txid, block: 2 }])
    expect(chain.findBlock(2)).toBeNull()
    nowMs += 2000
    expect(chain.findBlock(2)?.transactions).toMatchObject([{ txid }])
  })

  test('is in no block that was shown before', async () => {
    const chain = await open({ directory })
    const sending = chain.send({ to: AGENT, units: 1n })
    nowMs += 3000 * 5
    expect(chain.head()).toBe(0)
    await sending
    expect(chain.head()).toBe(5)
    expect(chain.transactions()[0]?.block).toBe(1)
  })

  test('can be dropped until it is solid, and its block is then another one', async () => {
    const chain = await open({ isManual: true })
    const [kept, dropped] = [await chain.send({ to: AGENT, units: 1n }), await chain.send({ to: AGENT, units: 2n })]
    await chain.mine(19)
    const [before, next] = [chain.findBlock(1), chain.findBlock(2)]
    expect(await chain.drop(dropped)).toBe(true)
    expect(chain.findBlock(1)?.transactions.map(({ txid }) => txid)).toEqual([kept])
    expect(chain.findBlock(1)?.id).not.toBe(before?.id)
    expect(chain.findBlock(2)?.id).not.toBe(next?.id)
    expect(await chain.drop(dropped)).toBe(false)
    await chain.mine(1)
    expect(await chain.drop(kept)).toBe(false)
    expect(chain.transactions()).toHaveLength(1)
  })

  test.each([
    { to: `${AGENT.slice(0, -1)}h`, units: 1n },
    { to: AGENT, units: -1n },
    { to: AGENT, units: 2n ** 256n },
    { to: AGENT, units: 1n, from: '0x00' },
  ])('that no chain would take is refused: %o', async (transfer) => {
    const chain = await open()
    await expect(chain.send(transfer)).rejects.toThrow()
    expect(chain.transactions()).toEqual([])
  })
})

describe('on disk', () => {
  test('everything survives a restart', async () => {
    const chain = await open({ directory })
    await Promise.all([
      chain.send({ to: AGENT, units: 12_500_000n }),
      chain.sendMany([
        { to: AGENT, units: 2n ** 255n },
        { to: OTHER, units: 0n, token: 'fake' },
      ]),
      chain.send({ to: OTHER, units: 3n, fails: true }),
    ])
    await chain.mine(20)
    const again = await open({ directory })
    expect(again.transactions()).toEqual(chain.transactions())
    expect(again.findBlock(1)).toEqual(chain.findBlock(1))
    expect([again.head(), again.solid()]).toEqual([20, 1])
  })

  test('is everything that was answered, in one whole file', async () => {
    const chain = await open({ directory })
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, units) => chain.send({ to: AGENT, units: BigInt(units) })),
    )
    expect(await readdir(directory)).toEqual(['chain.json'])
    const written = JSON.parse(await readFile(join(directory, 'chain.json'), 'utf8'))
    expect(written.transactions.map(({ txid }: { txid: string }) => txid)).toEqual(sent)
  })

  test('a file that is no chain is an error that names it', async () => {
    await writeFile(join(directory, 'chain.json'), '{"half')
    await expect(open({ directory })).rejects.toThrow(join(directory, 'chain.json'))
  })

  test('nothing is shown that could not be written', async () => {
    const lost = join(directory, 'lost')
    const chain = await open({ directory: lost })
    await rm(lost, { recursive: true })
    await expect(chain.send({ to: AGENT, units: 1n })).rejects.toMatchObject({ code: 'ENOENT' })
    expect(chain.transactions()).toEqual([])
  })
})
