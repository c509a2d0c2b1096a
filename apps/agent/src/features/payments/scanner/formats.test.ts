import { expect, test } from 'vitest'
import { prepareZXingModule as prepareReader, readBarcodes } from 'zxing-wasm/reader'
import readerWasm from 'zxing-wasm/reader/zxing_reader.wasm?url&inline'
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer'
import writerWasm from 'zxing-wasm/writer/zxing_writer.wasm?url&inline'
import { readCode } from './read-code.ts'

const bytesOf = async (url: string) => (await fetch(url)).arrayBuffer()

test.each(['QRCode', 'Code128'] as const)('a transaction ID printed as %s is read', async (format) => {
  prepareWriter({ overrides: { wasmBinary: await bytesOf(writerWasm) } })
  prepareReader({ overrides: { wasmBinary: await bytesOf(readerWasm) } })
  const { image } = await writeBarcode('A2B3C4D5E6', { format, scale: 4 })
  if (!image) throw new Error('no picture')
  const codes = await readBarcodes(image, { formats: [format] })
  expect(codes.map(({ text }) => readCode(text))).toEqual(['A2B3C4D5E6'])
})
