import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
/** Those that have packages of their own beside the shared ones. */
const PARTS = ['apps/server', 'packages/contract', 'packages/sandbox', 'packages/partner-client']

/** Whether the history of this checkout has the commit. A shallow one may not. */
export const hasCommit = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0

/** Puts a commit into a folder, ready to run. Answers its program. */
export function unpackRelease(commit: string, folder: string): string {
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: ROOT })
  const [then, now] = [folder, ROOT].map((root) => readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (then === now) sharePackages(folder)
  else execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' })
  return join(folder, 'apps/server/src/main.js')
}

/** The packages of npm from here, and the project's own from the old release. */
function sharePackages(folder: string) {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name === '@cashbox') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
  }
  for (const part of PARTS) {
    const own = join(ROOT, part, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(folder, part, 'node_modules'))
  }
}
