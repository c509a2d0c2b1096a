import { endWithUsage, readCommandLine } from '@cashbox/testing/command-line'
import { tokenOf } from '../common/database.ts'
import { finish, print } from '../common/report.ts'
import { attackOtherPeoplesData, attackRoleByRole } from './access.ts'
import { attackByAnswerTimes } from './answer-times.ts'
import { attackBoundaries, attackProduction } from './boundaries.ts'
import { attackWithGeneratedInput } from './generated-input.ts'
import { attackWithLatePush } from './late-push.ts'
import { attackWithLockedFloat, attackWithLostConnections } from './lost-connections.ts'
import { attackWithIdleStreams, attackWithSlowClients } from './slow-clients.ts'
import { createTally, type Tallies } from './tally.ts'
import { gatherPeople, openTarget, PASSPHRASE } from './target.ts'

const USAGE = `npm run attack -- [INPUTS] ['ATTACK']
  Attacks a server that it starts, in ways that no ordinary test does, and fails on what did not hold.
  INPUTS  how many generated inputs each call gets; without it 100
  ATTACK  the name of one attack, such as 'slow clients', to run it alone`

const [inputs = '100', only] = readCommandLine(USAGE, { allowPositionals: true }).positionals
const runs = Number(inputs)
if (!Number.isInteger(runs) || runs < 1) endWithUsage(USAGE)

const target = await openTarget()
const people = await gatherPeople(target)
const attacks: Record<string, (tally: Tallies) => Promise<object | undefined | void>> = {
  'generated input': (tally) => attackWithGeneratedInput(target, people, tally, runs),
  'role by role': (tally) => attackRoleByRole(people, tally),
  "other people's data": (tally) => attackOtherPeoplesData(target, tally),
  'answer times': (tally) => attackByAnswerTimes(target, tally),
  'boundary tricks': (tally) => attackBoundaries(target, tally),
  production: (tally) => attackProduction(target, tally),
  'slow clients': (tally) => attackWithSlowClients(target, tally),
  'idle streams': (tally) => attackWithIdleStreams(target, tally),
  'a locked float': (tally) => attackWithLockedFloat(target, tally),
  'late push services': (tally) => attackWithLatePush(target, tally),
  'lost connections': (tally) => attackWithLostConnections(target, tally),
}
/** Where the database is held up, the server may answer that it is busy. */
const heldUp = new Set(['a locked float', 'lost connections'])

const problems: string[] = []
for (const [name, attack] of Object.entries(attacks)) {
  if (only !== undefined && only !== name) continue
  const tally = createTally(target.url, { mayBeBusy: heldUp.has(name) })
  const figures = await attack(tally)
  const { answers, statuses, findings } = tally.result()
  problems.push(...findings.map((finding) => `${name}: ${finding}`))
  const outcome = findings.length === 0 ? 'passed' : 'FAILED'
  print(`${outcome} ${name}: ${answers} answers ${JSON.stringify({ ...statuses, ...figures })}`)
}

const logged = [tokenOf(0), tokenOf(3), PASSPHRASE].filter((secret) => target.output().includes(secret))
if (logged.length > 0) problems.push(`the log has secrets: ${logged.join(', ')}`)
const verified = await target.verify()
if (verified.code !== 0) problems.push(`verify:\n${verified.output}`)
const code = await target.close()
if (code !== 0) problems.push(`the server ended with ${code}:\n${target.output().slice(-2000)}`)
finish({ findings: problems.length }, problems)
