declare module 'bidi-js' {
  interface EmbeddingLevels {
    /** One for each character; even from left to right, odd from right to left. */
    readonly levels: Uint8Array
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    /** The other one of a pair of brackets, or null. */
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}
