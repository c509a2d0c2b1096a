import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chooseKept, nameOf, removeOld, removeUnfinished } from './backup-command.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const nameAt = (at: Date) => nameOf('cashbox', at, 'dump')
const NEWEST = new Date('2026-11-17T03:00:00Z')
const daily = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(NEWEST.getTime() - index * DAY_MS))
const kept = (times: Date[], days: number, weeks: number, months: number) =>
  [...chooseKept(times, { days, weeks, months })].map((at) => at.toISOString().slice(0, 10)).toSorted()

test('the newest of each of the last days, weeks (from Monday) and months are kept', () => {
  expect(kept(daily(100), 3, 3, 3)).toEqual([
    '2026-09-30',
    '2026-10-31',
    '2026-11-08',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
  ])
  expect(kept(daily(10), 1, 0, 0)).toEqual(['2026-11-17'])
})

test('of several on one day the last is kept, and days without a back-up do not count', () => {
  const times = [NEWEST, new Date('2026-11-17T01:00:00Z'), new Date('2026-11-01T01:00:00Z')]
  expect([...chooseKept(times, { days: 2, weeks: 0, months: 0 })]).toEqual([times[0], times[2]])
})

test('removing leaves other files alone, and what was left unfinished goes by itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-kept-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const names = [...daily(4).map(nameAt), 'notes.txt', 'cashbox-old.age', `.${nameAt(NEWEST)}.part`]
  for (const name of names) await writeFile(join(folder, name), '')
  expect(await removeOld(folder, 'cashbox', { days: 2, weeks: 0, months: 0 })).toBe(2)
  await removeUnfinished(folder, 'cashbox')
  expect((await readdir(folder)).toSorted()).toEqual([
    ...daily(2).map(nameAt).toSorted(),
    'cashbox-old.age',
    'notes.txt',
  ])
})
