import { spawnSync } from 'node:child_process'
import { type TestContext, test } from 'vitest'

/** As on a machine that has only what the README asks for: nothing that is installed beside npm's packages is used. */
export const isNpmOnly = process.env['CASHBOX_ONLY_NPM'] === '1'

/** Whether a program of the path runs. */
export const runs = (program: string, ...args: readonly string[]): boolean =>
  !isNpmOnly && spawnSync(program, args).status === 0

/** A test that is skipped without a program. The last lines of a run name it. */
export const testWith =
  (program: string, isThere: boolean) => (name: string, work: (context: TestContext) => unknown, timeoutMs?: number) =>
    test(
      name,
      async (context) => {
        context.skip(!isThere, `needs ${program}`)
        await work(context)
      },
      timeoutMs,
    )
