import { attackBoundaries } from './boundary-tricks.ts'
import { attackWithGeneratedInput } from './generated-input.ts'
import { attackWithIdleStreams } from './idle-streams.ts'
import { attackOtherPeoplesData } from './other-peoples-data.ts'
import { gatherPeople } from './people.ts'
import { attackWithRaces } from './races.ts'
import { attackWithReplays } from './replays.ts'
import { attackRoleByRole } from './roles.ts'
import { attackWithSlowClients } from './slow-clients.ts'
import { createTally, type Tally } from './tally.ts'
import { openTarget } from './target.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** `npm run attack -- 500` sends 500 generated inputs to each call. */
const runs = Number(process.argv[2] ?? 100)
if (!Number.isInteger(runs) || runs < 1) throw new Error('how many inputs for each call?')

const target = await openTarget()
const people = await gatherPeople(target)
const attacks: Record<string, (tally: Tally) => Promise<object | undefined | void>> = {
  'generated input': (tally) => attackWithGeneratedInput(target, people, tally, runs),
  'role by role': (tally) => attackRoleByRole(people, tally),
  "other people's data": (tally) => attackOtherPeoplesData(target, people, tally),
  replays: (tally) => attackWithReplays(target, people, tally),
  races: (tally) => attackWithRaces(target, tally),
  'boundary tricks': (tally) => attackBoundaries(target, tally),
  'slow clients': (tally) => attackWithSlowClients(target, tally),
  'idle streams': (tally) => attackWithIdleStreams(target, tally),
}

let failures = 0
for (const [name, attack] of Object.entries(attacks)) {
  const tally = createTally(target.url)
  const figures = await attack(tally)
  const { answers, statuses, findings } = tally.result()
  failures += findings.length
  print(
    `${findings.length === 0 ? 'held  ' : 'FAILED'} ${name}: ${answers} answers ${JSON.stringify({ ...statuses, ...figures })}`,
  )
  for (const finding of new Set(findings)) print(`       ${finding}`)
}

const verified = await target.verify()
if (verified.code !== 0) {
  failures += 1
  print(`FAILED verify:\n${verified.output}`)
}
const code = await target.close()
if (code !== 0) {
  failures += 1
  print(`FAILED the server ended with ${code}`)
}
print(JSON.stringify({ findings: failures }))
process.exitCode = failures === 0 ? 0 : 1
