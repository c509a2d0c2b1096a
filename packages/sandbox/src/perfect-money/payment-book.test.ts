import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestBench, type TestBench } from './test/test-bench.ts'

let bench: TestBench

beforeEach(async () => {
  bench = await startTestBench()
})

afterEach(() => bench.stop())

test('payments, their calls and their numbers survive a restart', async () => {
  await bench.post(`${await bench.open()}/pay`)
  const before = await bench.payments()
  await bench.restart()
  expect(await bench.payments()).toEqual(before)
  await bench.post(`${await bench.open()}/pay`)
  const [second, first] = await bench.payments()
  expect(BigInt(second?.batch ?? 0)).toBeGreaterThan(BigInt(first?.batch ?? 0))
  expect(await readdir(bench.directory)).toEqual(['perfect-money.json'])
})
