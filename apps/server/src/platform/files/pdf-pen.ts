import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import bidiFactory from 'bidi-js'
import type PDFDocument from 'pdfkit'

/** A piece of a line that is written in one direction. */
interface TextRun {
  readonly text: string
  readonly isRightToLeft: boolean
}

const bidi = bidiFactory()

const ONLY_LEFT_TO_RIGHT = /^[\u0020-\u058F]*$/

/** Numbers and times, which are written the same in every language. */
const NO_LETTERS = /^[^\p{L}]*$/u

interface Piece {
  readonly text: string
  readonly level: number
}

const PAGE = { width: 595, height: 842 } as const
const MARGIN = 40
const SIZE = 8
const LEADING = 1.4
const MOST_LINES = 4

interface Place {
  /** From the side where lines begin. */
  readonly from?: number
  readonly width?: number
  readonly top?: number
  readonly size?: number
  readonly isBold?: boolean
  readonly isAtEnd?: boolean
}

export type PdfPen = Awaited<ReturnType<typeof openPdfPen>>

/** Writes lines on pages from top to bottom, in any of our languages. Fetched when the first PDF is asked for. */
export async function openPdfPen(title: string, isRightToLeft: boolean) {
  const { default: Document } = await import('pdfkit')
  const doc = new Document({ size: 'A4', margin: 0, autoFirstPage: false, info: { Title: title, Creator: 'Cashbox' } })
  await registerFonts(doc)
  const area = { top: MARGIN + 16, bottom: PAGE.height - MARGIN - 16, width: PAGE.width - 2 * MARGIN }
  let pages = 0
  let y = area.top

  const setFont = (size: number, isBold: boolean) => doc.font(isBold ? 'bold' : 'plain').fontSize(size)
  const lineHeight = SIZE * LEADING

  /** One line in a box, from the side where lines begin or up to the other one. */
  function writeLine(text: string, { left, width, top, isAtEnd }: Box) {
    const runs = textRuns(text, isRightToLeft).map((run) => {
      // An empty list makes the library shape the run as a whole; without it, it would order Arabic words from the left.
      const options = run.isRightToLeft ? { features: [] } : {}
      return { ...run, options, width: doc.widthOfString(run.text, options) }
    })
    const all = runs.reduce((sum, run) => sum + run.width, 0)
    let x = isAtEnd === isRightToLeft ? left : left + width - all
    for (const run of runs) {
      doc.text(run.text, x, top, { ...run.options, lineBreak: false })
      x += run.width
    }
  }

  const wrap = (text: string, width: number) => wrapLines(text, width, (piece) => doc.widthOfString(piece))

  return {
    area,
    lineHeight,
    addPage(): number {
      doc.addPage()
      y = area.top
      pages += 1
      return pages
    },
    hasRoom: (height: number) => y + height <= area.bottom,
    down(height: number) {
      y += height
    },
    linesOf(text: string, width: number): number {
      setFont(SIZE, false)
      return wrap(text, width).length
    },
    write(text: string, place: Place = {}): number {
      const { from = 0, width = area.width, top = y, size = SIZE, isBold = false, isAtEnd = false } = place
      setFont(size, isBold)
      const left = isRightToLeft ? PAGE.width - MARGIN - from - width : MARGIN + from
      const lines = wrap(text, width)
      for (const [index, line] of lines.entries()) {
        writeLine(line, { left, width, top: top + index * size * LEADING, isAtEnd })
      }
      return lines.length * size * LEADING
    },
    rule() {
      doc
        .moveTo(MARGIN, y)
        .lineTo(PAGE.width - MARGIN, y)
        .lineWidth(0.5)
        .stroke()
    },
    *written(): Generator<Buffer> {
      const chunk = doc.read() as Buffer | null
      if (chunk !== null) yield chunk
    },
    async *end(): AsyncGenerator<Buffer> {
      doc.end()
      for await (const chunk of doc) yield chunk as Buffer
    },
  }
}

interface Box {
  readonly left: number
  readonly width: number
  readonly top: number
  readonly isAtEnd: boolean
}

/** Between words where possible; what is longer than a few lines ends with dots. */
function wrapLines(text: string, width: number, measure: (text: string) => number): string[] {
  if (measure(text) <= width) return [text]
  const lines: string[] = ['']
  for (const word of text.split(' ').flatMap((one) => breakWord(one, width, measure))) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`
    if (measure(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]}…`]
}

function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word]
  const pieces: string[] = ['']
  for (const character of word) {
    const longer = `${pieces.at(-1)}${character}`
    if (measure(longer) <= width) pieces[pieces.length - 1] = longer
    else pieces.push(character)
  }
  return pieces
}

const PLAIN = import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')
const BOLD = import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')

const read = (address: string) => readFile(fileURLToPath(address))
let fonts: Promise<readonly [Buffer, Buffer]> | null = null

/** One font has Latin, Cyrillic and Arabic. A file carries only the letters that are in it. */
async function registerFonts(doc: InstanceType<typeof PDFDocument>) {
  fonts ??= Promise.all([read(PLAIN), read(BOLD)])
  const [plain, bold] = await fonts
  doc.registerFont('plain', plain)
  doc.registerFont('bold', bold)
}

/** The pieces of a line from left to right, as a PDF needs them: it does not order Arabic and numbers itself. */
export function textRuns(text: string, isRightToLeft: boolean): readonly TextRun[] {
  const isPlain = NO_LETTERS.test(text) || (!isRightToLeft && ONLY_LEFT_TO_RIGHT.test(text))
  if (isPlain) return [{ text, isRightToLeft: false }]
  const { levels } = bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr')
  return inVisualOrder(splitByLevel(text, levels)).map(({ text: piece, level }) => ({
    text: level % 2 === 1 ? Array.from(piece, (one) => bidi.getMirroredCharacter(one) ?? one).join('') : piece,
    isRightToLeft: level % 2 === 1,
  }))
}

function splitByLevel(text: string, levels: Uint8Array): Piece[] {
  const pieces: Piece[] = []
  for (let start = 0, end = 0; start < text.length; start = end) {
    const level = levels[start] ?? 0
    while (end < text.length && levels[end] === level) end += 1
    pieces.push({ text: text.slice(start, end), level })
  }
  return pieces
}

/** Rule L2 of the Unicode bidirectional algorithm: from the highest level down, each row of such pieces is turned around. */
function inVisualOrder(pieces: readonly Piece[]): readonly Piece[] {
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  let ordered = [...pieces]
  for (let level = highest; level > 0; level -= 1) {
    const turned: Piece[] = []
    for (let start = 0; start < ordered.length; ) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end += 1
      if (end === start) turned.push(...ordered.slice(start, (end += 1)))
      else turned.push(...ordered.slice(start, end).toReversed())
      start = end
    }
    ordered = turned
  }
  return ordered
}
