// Letters of scripts without case count as small ones.
const characterTypes = [/\p{Lu}/u, /[\p{Ll}\p{Lo}]/u, /\p{N}/u, /[^\p{L}\p{N}]/u]

/** Operators: at least 12 characters of any kind. */
export const operatorPasswordRule = (password: string) => Array.from(password).length >= 12

/** Agents: at least 6 characters and three character types among uppercase, lowercase, numbers and symbols. */
export const passwordRule = (password: string) =>
  Array.from(password).length >= 6 && characterTypes.filter((type) => type.test(password)).length >= 3
