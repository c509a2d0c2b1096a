import { createHash } from 'node:crypto'
import { formatMinor, parseMinor } from '@cashbox/contract'
import {
  FILE_KIND,
  type ReconciliationHead,
  type ReconciliationLine,
  type ReconciliationTotal,
} from '@cashbox/contract/partner'

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`

/** What the signature of a file signs. None of the parts has a line feed, so no two files have the same text. */
const signedText = (partner: string, day: string, contentSha256: string) =>
  [FILE_KIND, partner, day, contentSha256].join('\n')

export const signatureLine = (key: string, ed25519: string) => lineOf({ key, ed25519 })

/** Writes the text of a file, line by line, and adds up what is in it. */
export function beginFile(head: Omit<ReconciliationHead, 'file'>) {
  const content = createHash('sha256')
  const totals: Totals = new Map()
  let count = 0
  const write = (value: unknown) => {
    const text = lineOf(value)
    content.update(text)
    return text
  }
  const { partner, day, previous } = head
  return {
    head: () => write({ file: FILE_KIND, partner, day, previous } satisfies ReconciliationHead),
    line(line: ReconciliationLine) {
      count += 1
      addTo(totals, line)
      return write(line)
    },
    /** The last line before the signature, and what is to be signed. */
    end() {
      const sums = [...totals.values()]
      const text = write({ lines: count, totals: sums })
      return { text, count, totals: sums, signed: signedText(partner, day, content.digest('hex')) }
    },
  }
}

type Totals = Map<string, ReconciliationTotal>

export function addTo(totals: Totals, { event, type, currency_code, amount }: ReconciliationLine) {
  const key = [event, type, currency_code].join(' ')
  const { count, sum } = totals.get(key) ?? { count: 0, sum: '0.00' }
  const next = formatMinor((parseMinor(sum) ?? 0n) + (parseMinor(amount) ?? 0n))
  totals.set(key, { event, type, currency_code, count: count + 1, sum: next })
}
