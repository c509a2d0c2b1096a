import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { help } from './help.ts'

const CASHBOX = join(import.meta.dirname, '../cashbox.js')
/** A database that answers to no one: a command that asks it would wait. */
const NOWHERE = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', CASHBOX_MODE: 'sandbox' }

const NONSENSE = { DATABASE_URL: 'nonsense', CASHBOX_MODE: 'none' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cashbox-line-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const cashbox = (args: string[], env: Record<string, string> = NOWHERE, before: string[] = []) =>
  new Promise<Ended>((resolve) => {
    execFile(process.execPath, [...before, CASHBOX, ...args], { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

describe('a database that is away, or does not let us in', () => {
  const commands = [['migrate'], ['verify'], ['network', 'list'], ['reseal'], ['partner', 'list'], ['operator', 'list']]
  test.each(commands)('ends cashbox %s with one sentence', async (...args) => {
    const { code, stderr } = await cashbox(args, {
      ...NOWHERE,
      DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1:9/none',
    })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database can't be used: .*ECONNREFUSED.*\.\n$/)])
  })

  test.each(['serve', 'work', 'verify'])('ends cashbox %s when the password is wrong', async (command) => {
    const template = new URL(inject('template').url)
    template.username = 'unknown_role'
    const { code, stderr } = await cashbox([command], { ...NOWHERE, DATABASE_URL: template.href })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database can't be used: .*unknown_role.*\.\n$/)])
  })
})

describe('help', () => {
  test('is there without a database or a right configuration, for the program and for each command', async () => {
    const all = await cashbox(['--help'], NONSENSE)
    expect([all.code, all.stderr]).toEqual([0, ''])
    for (const name of Object.keys(help)) expect(all.stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'))
    expect((await cashbox([])).stdout).toBe(all.stdout)
    const each = await Promise.all(
      Object.entries(help).map(async ([name, { usage }]) => ({
        ...(await cashbox([name, '--help'], NONSENSE)),
        usage,
      })),
    )
    for (const { code, stdout, stderr, usage } of each) {
      expect([code, stderr]).toEqual([0, ''])
      for (const line of usage) expect(stdout).toContain(line)
    }
  })

  test('is what a line that is not understood gets, with exit code 2 and no stack', async () => {
    const lines = [['dance'], ['start', '--fast'], ['addresses', '--count', 'x'], ['doctor', 'x']]
    for (const { code, stdout, stderr } of await Promise.all(lines.map((line) => cashbox(line)))) {
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain('Usage:')
      expect(stderr).not.toContain('    at ')
    }
  })
})

test('an old Node is told which one is needed, in one sentence', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } })`
  const { code, stderr } = await cashbox(['start'], {}, ['--import', `data:text/javascript,${encodeURIComponent(old)}`])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Cashbox needs Node 24 or newer, and this is Node 20.11.0\..*\n$/),
  ])
})

test('addresses are those that a wallet shows for the same account key', async () => {
  const { stdout } = await cashbox(['addresses', '--count', '5'], {})
  // The published vector: "abandon" eleven times and "about".
  for (const [index, address] of [
    'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
    'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
    'TRhVWK5XEDkQBDevcdCWW7RW51aRncty4W',
    'TT2X2yyubp7qpAWYYNE5JQWBtoZ7ikQFsY',
  ].entries()) {
    expect(stdout).toContain(`m/44'/195'/0'/0/${index}  ${address}\n`)
  }
  expect((await cashbox(['addresses', '--from', '3', '--count', '1'], {})).stdout.trim().split('\n')).toHaveLength(2)
})

test('settings come from a file .env in the folder, and the environment wins', async () => {
  await writeFile(join(folder, '.env'), 'CASHBOX_MODE=dance\n')
  const read = await cashbox(['doctor'], {})
  expect([read.code, read.stdout]).toEqual([1, expect.stringContaining('CASHBOX_MODE must be one of')])
  expect((await cashbox(['addresses'], { CASHBOX_MODE: 'sandbox' })).code).toBe(0)
})
