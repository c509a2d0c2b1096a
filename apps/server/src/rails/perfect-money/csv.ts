/** A value in quotes, or a plain one, and what ends it. A quote that is never closed is part of a plain value. */
const VALUE = /(?:"([^"]*(?:""[^"]*)*)"|([^,\n]*?))(,|\r?\n)/g

/** The rows of a CSV text that are not empty. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of `${text}\n`.matchAll(VALUE)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.some((value) => value !== ''))
}
