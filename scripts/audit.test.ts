import { expect, test } from 'vitest'
import { askAudit, findHoles } from './audit.ts'

const reportOf = (severity: string) => JSON.stringify({ vulnerabilities: { leaky: { name: 'leaky', severity } } })

test('no package that runs in production has a known hole of high or critical severity', async (context) => {
  const holes = findHoles(await askAudit())
  if (holes === null) context.skip('the registry did not answer')
  expect(holes).toEqual([])
}, 60_000)

test.each(['high', 'critical'])('a hole of %s severity is found', (severity) => {
  expect(findHoles(reportOf(severity))).toEqual([`leaky: ${severity}`])
})

test.each(['info', 'low', 'moderate'])('a hole of %s severity is left to people', (severity) => {
  expect(findHoles(reportOf(severity))).toEqual([])
})

test.each(['', 'not JSON', '{}', '{"message": "405 Method Not Allowed"}'])('%j is no report', (answer) => {
  expect(findHoles(answer)).toBeNull()
})
