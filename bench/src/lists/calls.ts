import { readFileSync } from 'node:fs'

/** The one call that is not of the operator API: the figures for Prometheus. */
export const METRICS = '/metrics'

/** A call as the console makes it, with its address below that of the operator API (`METRICS`: of the server). */
export interface Call {
  readonly name: string
  readonly path: string
  readonly mayReadAll: boolean
}

const DAY_S = 86_400

/** Every call in calls.txt, with the examples filled in. */
export function readCalls(examples: Readonly<Record<string, string>>): Call[] {
  const nowS = Math.floor(Date.now() / 1000)
  const valueOf = (name: string) => {
    const [, days] = /^(\d+) days ago$/.exec(name) ?? []
    const value = days ? String(nowS - Number(days) * DAY_S) : name === 'now' ? String(nowS) : examples[name]
    if (value === undefined) throw new Error(`calls.txt names {${name}}, and there is no such example`)
    return value
  }
  const fill = (text: string) => text.replaceAll(/\{([^}]+)\}/g, (_, name: string) => valueOf(name))
  const text = readFileSync(new URL('calls.txt', import.meta.url), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .trim()
  return text.split(/\n(?=\S)/).flatMap((list) => {
    const [head = '', ...filters] = list.split('\n').filter((line) => line.trim() !== '')
    const [name = '', path = '', reads] = head.split(/ {2,}/)
    return (filters.length === 0 ? ['  all'] : filters).map((line) => {
      const [what = '', fields = ''] = line.trim().split(/ {2,}/)
      const query = new URLSearchParams(
        fields === ''
          ? []
          : fields.split('&').map((field): [string, string] => {
              const [key = '', value = ''] = field.split('=')
              return [key, fill(value)]
            }),
      ).toString()
      return {
        name: what === 'all' ? name : `${name}: ${what}`,
        path: fill(path) + (query && `?${query}`),
        mayReadAll: reads !== undefined,
      }
    })
  })
}
