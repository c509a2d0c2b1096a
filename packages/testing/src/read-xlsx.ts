import { inflateRawSync } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50

/** The parts of a zip by their names, as its directory lists them. */
export function unzip(file: Buffer): Map<string, string> {
  let end = file.length - 22
  while (file.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1
  const parts = new Map<string, string>()
  let place = file.readUInt32LE(end + 16)
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    const isDeflated = file.readUInt16LE(place + 10) === 8
    const size = file.readUInt32LE(place + 20)
    const nameLength = file.readUInt16LE(place + 28)
    const name = file.toString('utf8', place + 46, place + 46 + nameLength)
    const header = file.readUInt32LE(place + 42)
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28)
    const bytes = file.subarray(start, start + size)
    parts.set(name, (isDeflated ? inflateRawSync(bytes) : bytes).toString())
    place += 46 + nameLength + file.readUInt16LE(place + 30) + file.readUInt16LE(place + 32)
  }
  return parts
}

export interface ReadCell {
  readonly type: 'text' | 'number'
  readonly style: number
  readonly value: string
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&#13;': '\r', '&amp;': '&' }

/** The cells of a sheet, row by row, by the letters of their column. */
export function readSheet(file: Buffer, number = 1): Map<string, ReadCell>[] {
  const xml = unzip(file).get(`xl/worksheets/sheet${number}.xml`) ?? ''
  return [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells = row.matchAll(/<c r="([A-Z]+)\d+" s="(\d)"(?: t="(\w+)")?>(.*?)<\/c>/gs)
    return new Map(
      [...cells].map(([, column = '', style, type, content = '']) => [
        column,
        {
          type: type === 'inlineStr' ? 'text' : 'number',
          style: Number(style),
          value: content.replaceAll(/<[^>]+>/g, '').replaceAll(/&(?:lt|gt|amp|#13);/g, (name) => entities[name] ?? ''),
        } satisfies ReadCell,
      ]),
    )
  })
}
