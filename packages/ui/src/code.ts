/** The longest code that any provider sends. */
export const maxCodeLength = 20

const onlyCode = (text: string) => text.replace(/[^0-9A-Za-z]/g, '')

/** The code, and where its next character goes: a box, or one past the last. */
export type CodeState = { readonly code: string; readonly position: number }

/** What typing or pasting `text` into the box at `position` makes of a code. */
export const typeCode = (code: string, position: number, text: string, length: number): CodeState => {
  const typed = onlyCode(text)
  // A whole code replaces what was in the boxes before.
  if (typed.length >= length)
    return { code: typed.slice(0, maxCodeLength), position: Math.min(typed.length, maxCodeLength) }
  const before = code.slice(0, position)
  const next = (before + typed + code.slice(before.length + typed.length)).slice(0, maxCodeLength)
  return { code: next, position: Math.min(before.length + typed.length, maxCodeLength) }
}

/** What Backspace in the box at `position` makes of a code: an empty box passes the press to the last character. */
export const eraseCode = (code: string, position: number): CodeState => {
  const at = Math.min(position, code.length - 1)
  return at < 0 ? { code, position: 0 } : { code: code.slice(0, at) + code.slice(at + 1), position: at }
}
