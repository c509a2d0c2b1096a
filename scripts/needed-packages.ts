import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** The folders that npm has installed for a part of this project, without what only builds and tests need. */
export function neededPackages(part: string): string[] {
  const list = ['ls', '--workspace', part, '--omit=dev', '--all', '--parseable']
  return execFileSync('npm', list, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .map((path) => relative(ROOT, path))
    .filter((path) => path.includes('node_modules'))
}
