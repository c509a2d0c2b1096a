import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentTables, asList, findAcrossAgents } from './sql-across-agents.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/scale.md'), 'utf8')

test('docs/scale.md lists what is not ready to be spread by agent: node scripts/sql-across-agents.ts prints it', () => {
  expect(agentTables()).toEqual(expect.arrayContaining(['confirmation', 'entry', 'player_transaction', 'topup']))
  const list = page.split('<!-- sql-across-agents -->\n')[1]?.trim()
  expect(list).toBe(asList(findAcrossAgents()))
})
