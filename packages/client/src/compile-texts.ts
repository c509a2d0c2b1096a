import compile from 'icu-minify/compile'
import type { CompiledTexts, Texts } from './merge-texts.ts'

/** Makes ICU messages into what the app can show without parsing. What is no message is left as it is. */
export const compileTexts = (texts: Texts): CompiledTexts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileOne(text)]))

function compileOne(text: Texts[string]) {
  if (typeof text === 'object' && text !== null) return compileTexts(text)
  if (typeof text !== 'string') return text
  try {
    return compile(text)
  } catch {
    // One broken message must not cost all the others: it stays English.
    return ''
  }
}
