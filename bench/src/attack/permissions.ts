import { readFileSync } from 'node:fs'

export interface Permission {
  readonly method: string
  readonly path: string
  readonly who: readonly string[]
}

export const permissions: readonly Permission[] = readFileSync(new URL('permissions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [method = '', path = '', ...who] = line.split(/\s+/)
    return { method, path, who }
  })
