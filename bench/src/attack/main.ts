import { finish, print } from '../common/report.ts'
import { attackExports, attackOtherPeoplesData, attackRoleByRole } from './access.ts'
import { attackByAnswerTimes } from './answer-times.ts'
import { attackBoundaries } from './boundary-tricks.ts'
import { attackWithGeneratedInput } from './generated-input.ts'
import { attackWithLatePartner, attackWithLatePush } from './late-receivers.ts'
import { attackWithLockedFloat, attackWithLostConnections } from './lost-connections.ts'
import { attackApprovals, attackFromOtherSites } from './one-operator.ts'
import { attackThePlayerLimits } from './player-limits.ts'
import { attackTheCover, attackWithRaces, attackWithReplays } from './races.ts'
import { attackWithIdleStreams, attackWithSlowClients } from './slow-clients.ts'
import { attackAsStranger, attackProduction } from './strangers.ts'
import { createTally, type Tallies } from './tally.ts'
import { gatherPeople, openTarget } from './target.ts'

/** `npm run attack -- 500` sends 500 generated inputs to each call; `npm run attack -- 1 races` is one attack alone. */
const [inputs = '100', only] = process.argv.slice(2)
const runs = Number(inputs)
if (!Number.isInteger(runs) || runs < 1) throw new Error('how many inputs for each call?')

const [LOCKED, LOST] = ['a locked float', 'lost connections']
const heldUp = new Set([LOCKED, LOST])

const target = await openTarget()
const people = await gatherPeople(target)
const attacks: Record<string, (tally: Tallies) => Promise<object | undefined | void>> = {
  'generated input': (tally) => attackWithGeneratedInput(target, people, tally, runs),
  'role by role': (tally) => attackRoleByRole(people, tally),
  exports: (tally) => attackExports(people, tally),
  "other people's data": (tally) => attackOtherPeoplesData(target, people, tally),
  replays: (tally) => attackWithReplays(target, people, tally),
  races: (tally) => attackWithRaces(target, tally),
  cover: (tally) => attackTheCover(people, tally),
  'player limits': (tally) => attackThePlayerLimits(target, people, tally),
  'answer times': (tally) => attackByAnswerTimes(target, tally),
  'boundary tricks': (tally) => attackBoundaries(target, tally),
  approvals: (tally) => attackApprovals(target, people, tally),
  'other sites': (tally) => attackFromOtherSites(people, tally),
  strangers: (tally) => attackAsStranger(target, tally),
  production: (tally) => attackProduction(target, tally),
  'slow clients': (tally) => attackWithSlowClients(target, tally),
  'idle streams': (tally) => attackWithIdleStreams(target, tally),
  [LOCKED]: (tally) => attackWithLockedFloat(target, tally),
  'a late partner': (tally) => attackWithLatePartner(people, tally),
  'late push services': (tally) => attackWithLatePush(target, tally),
  [LOST]: (tally) => attackWithLostConnections(target, tally),
}

const problems: string[] = []
for (const [name, attack] of Object.entries(attacks)) {
  if (only !== undefined && only !== name) continue
  const tally = createTally(target.url, { mayBeBusy: heldUp.has(name) })
  const figures = await attack(tally)
  const { answers, statuses, findings } = tally.result()
  problems.push(...findings)
  print(
    `${findings.length === 0 ? 'held  ' : 'FAILED'} ${name}: ${answers} answers ${JSON.stringify({ ...statuses, ...figures })}`,
  )
}

const verified = await target.verify()
if (verified.code !== 0) problems.push(`verify:\n${verified.output}`)
const code = await target.close()
if (code !== 0) problems.push(`the server ended with ${code}:\n${target.output().slice(-2000)}`)
finish({ findings: problems.length }, problems)
