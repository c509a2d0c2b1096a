const markup = Symbol('markup')

/** Markup that is safe to send: only `html` makes it, so a plain string can never pass for it. */
export type Html = { readonly [markup]: string }

export type HtmlValue = string | number | Html | readonly HtmlValue[] | null | undefined | false

/**
 * Escapes every value except the pieces that `html` itself made. Attributes must be in double quotes, and a value
 * for `href` or `src` must be known to be http(s) or a path of ours: escaping doesn't stop `javascript:`.
 */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const rest = values.map((value, index) => markupOf(value) + (literals[index + 1] ?? ''))
  return { [markup]: (literals[0] ?? '') + rest.join('') }
}

export const renderHtml = (page: Html): string => page[markup]

function markupOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (isList(value)) return value.map(markupOf).join('')
  return value[markup]
}

// Array.isArray alone doesn't narrow a readonly array.
const isList = (value: Html | readonly HtmlValue[]): value is readonly HtmlValue[] => Array.isArray(value)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
