import { setTimeout as wait } from 'node:timers/promises'
import type { RunningPostgres } from '@cashbox/testing/postgres/start-postgres'
import { startWorkerProcess } from '@cashbox/testing/server-process'

/** What the command says when a phase begins, and what is killed then. */
const kills = [
  ['preparing', 'command'],
  ['copying', 'command'],
  ['copying', 'source'],
  ['checking the rules', 'command'],
  ['rows;', 'target'],
  ['stopping', 'command'],
  ['stopping', 'target'],
  ['all are equal', 'command'],
  ['switched', 'command'],
  ['switched', 'target'],
] as const

const ATTEMPTS = 20
const AGAIN_MS = 500

interface Moving {
  readonly network: string
  readonly database: string
  readonly source: RunningPostgres
  readonly target: RunningPostgres
  readonly env: Readonly<Record<string, string>>
}

/** One move with a kill in one of its phases, called again until it is finished. Returns what was killed and the last output. */
export async function moveWithKill({ network, database, source, target, env }: Moving, round: number) {
  const [line, victim] = kills[round % kills.length] ?? kills[0]
  const start = () =>
    startWorkerProcess(
      { ...env, DATABASE_URL: source.url(database) },
      `network move ${network} --to ${target.url(database)}`,
    )
  const first = start()
  const ended = first.ended.then(() => true)
  while (!first.output().includes(line) && !(await Promise.race([ended, wait(5, false)])));
  if (victim === 'command') await first.kill('SIGKILL')
  else await (victim === 'source' ? source : target).crash()
  let output = first.output()
  let code = await first.ended
  for (let attempt = 1; !isDone(code, output); attempt += 1) {
    if (attempt > ATTEMPTS) throw new Error(`the move did not finish:\n${output}`)
    await wait(AGAIN_MS)
    const next = start()
    code = await next.ended
    output += next.output()
  }
  return {
    killed: `${victim} killed while ${line}`,
    stoodStillS: Number(/stood still for ([\d.]+) s/.exec(output)?.[1]),
    output,
  }
}

/** A command that was killed at its very end has nothing left to do. */
const isDone = (code: number | null, output: string) =>
  code === 0 || output.includes('The network is not here any more')
