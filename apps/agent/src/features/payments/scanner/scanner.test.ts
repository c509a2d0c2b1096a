import { expect, test } from 'vitest'
import { prepareZXingModule as prepareReader, readBarcodes } from 'zxing-wasm/reader'
import readerWasm from 'zxing-wasm/reader/zxing_reader.wasm?url&inline'
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer'
import writerWasm from 'zxing-wasm/writer/zxing_writer.wasm?url&inline'
import { problemOf } from './camera.ts'
import { burstAtEnter, type KeyBurst, nextBurst, noBurst, readCode } from './key-scanner.ts'

const keysOf = (text: string) => Array.from(text)

const type = (keys: readonly string[], gapMs: number) => {
  let burst: KeyBurst = noBurst
  let atMs = 1000
  for (const key of keys) {
    burst = nextBurst(burst, key, atMs)
    atMs += gapMs
  }
  return burstAtEnter(burst, atMs)
}

test('what is typed as fast as by a scanner and ends with Enter is a scan, with its capital letters', () => {
  expect(type(keysOf('A2B3C4D5E6'), 8)).toBe('A2B3C4D5E6')
  expect(type(['Shift', 'A', '2', 'Shift', 'B', '3', 'Shift', 'C', '4'], 15)).toBe('A2B3C4')
})

test('what a person types is no scan', () => {
  expect(type(keysOf('A2B3C4D5E6'), 120)).toBeNull()
  expect(type(keysOf('125'), 8)).toBeNull()
  expect(type([], 8)).toBeNull()
  expect(type(['A', '2', 'B', '3', 'C', '4', 'Tab'], 8)).toBeNull()
})

test('a scan begins anew after a pause', () => {
  const typed = nextBurst(noBurst, '7', 1000)
  const scanned = keysOf('A2B3C4D5E6').reduce((burst, key, index) => nextBurst(burst, key, 2000 + index * 5), typed)
  expect(burstAtEnter(scanned, 2060)).toBe('A2B3C4D5E6')
  expect(burstAtEnter(scanned, 4000)).toBeNull()
})

test.each([
  ['A2B3C4D5E6', 'A2B3C4D5E6'],
  [' a2b3c-4d5e6\n', 'A2B3C4D5E6'],
  ['https://cashbox.example/dashboard?transaction_id=a2b3c4d5e6&from=paper', 'A2B3C4D5E6'],
])('%j is the transaction %s', (text, id) => {
  expect(readCode(text)).toBe(id)
})

test.each([
  '',
  '4601234567890',
  'A2B3C4D5E',
  'A2B3C4D5E67',
  // Letters that no ID has.
  'A2B3C4D5EO',
  'https://cashbox.example/receipts/A2B3C4D5E6',
  'https://',
  'WIFI:S:counter;T:WPA;P:secret;;',
  'A2B3C4D5E6 A2B3C4D5E7',
])('%j is no transaction, and is not looked up', (text) => {
  expect(readCode(text)).toBeNull()
})

test.each([
  ['48210001', '48210001'],
  [' player.7@games ', 'player.7@games'],
  ['https://player.example/me?player_id=48210001', '48210001'],
  ['https://player.example/me?transaction_id=A2B3C4D5E6', null],
  ['two words', null],
  ['', null],
])('%j is the player %s', (text, id) => {
  expect(readCode(text, 'player')).toBe(id)
})

const bytesOf = async (url: string) => (await fetch(url)).arrayBuffer()

test.each(['QRCode', 'Code128'] as const)('a transaction ID printed as %s is read', async (format) => {
  prepareWriter({ overrides: { wasmBinary: await bytesOf(writerWasm) } })
  prepareReader({ overrides: { wasmBinary: await bytesOf(readerWasm) } })
  const { image } = await writeBarcode('A2B3C4D5E6', { format, scale: 4 })
  if (!image) throw new Error('no picture')
  const codes = await readBarcodes(image, { formats: [format] })
  expect(codes.map(({ text }) => readCode(text))).toEqual(['A2B3C4D5E6'])
})

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['NotSupportedError', 'failed'],
])('a camera that fails with %s is %s', (name, problem) => {
  expect(problemOf(new DOMException('', name))).toBe(problem)
})

test('anything else has failed', () => {
  expect(problemOf(undefined)).toBe('failed')
  expect(problemOf(new Error('no'))).toBe('failed')
})
