export const cn = (...parts: readonly (string | false | null | undefined)[]) => parts.filter(Boolean).join(' ')
