import bidiFactory from 'bidi-js'

/** A piece of a line that is written in one direction. */
export interface TextRun {
  readonly text: string
  readonly isRightToLeft: boolean
}

const bidi = bidiFactory()
const ONLY_LEFT_TO_RIGHT = /^[\u0020-\u058F]*$/
/** Numbers and times, which are written the same in every language. */
const NO_LETTERS = /^[^\p{L}]*$/u

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

interface Piece {
  readonly text: string
  readonly level: number
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
