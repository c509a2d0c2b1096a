import { readFileSync } from 'node:fs'

/** A file of SQL, with a value from `values` for each `:name`. */
export function readSql(file: URL, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(file, 'utf8').replaceAll(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file.pathname} names :${name}, and there is no such value`)
    return String(value)
  })
}
