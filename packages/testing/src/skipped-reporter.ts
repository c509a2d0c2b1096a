import type { Reporter, TestModule } from 'vitest/node'

/** Names in the last lines what was not tested on this machine, and why. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>()
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result()
        const reason = (result?.state === 'skipped' && result.note) || `no reason given: ${test.fullName}`
        counts.set(reason, (counts.get(reason) ?? 0) + 1)
      }
    }
    for (const [reason, count] of counts) process.stdout.write(`skipped ${count}: ${reason}\n`)
  }
}
