import type { Language } from '@cashbox/contract'
import { writingOf } from './texts.ts'

interface QuoteProps {
  readonly label: string
  readonly language: Language
  readonly text: string | null
  /** Said where there is no text. */
  readonly otherwise?: string
}

/** A text as it is, to read and to compare with. */
export const Quote = ({ label, language, text, otherwise }: QuoteProps) => (
  <figure className="grid gap-1.5">
    <figcaption className="text-sm font-semibold">{label}</figcaption>
    {text === null ? (
      <p className="text-ink-soft">{otherwise}</p>
    ) : (
      <blockquote
        {...writingOf(language)}
        className="rounded-2xl bg-sunken px-4 py-2.5 whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </blockquote>
    )}
  </figure>
)
