/** Joins class names, leaving out what is not there. */
export const cn = (...parts: readonly (string | false | null | undefined)[]) => parts.filter(Boolean).join(' ')
