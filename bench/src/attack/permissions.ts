import { readFileSync } from 'node:fs'

/** Each call, and who may make it. */
export const permissions = readFileSync(new URL('permissions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [method = '', path = '', ...who] = line.split(/\s+/)
    return { method, path, who }
  })
