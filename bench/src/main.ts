import type { Figures, Print } from './common/measurement.ts'
import { measureConfirmations, QUICK, THOROUGH } from './confirmations.ts'
import { measureEmbedded } from './embedded.ts'
import { measureLists } from './lists/measure-lists.ts'
import { measureMove } from './move.ts'
import { measureNetworks } from './networks.ts'
import { measureProcesses } from './processes.ts'
import { measureReading } from './reading.ts'
import { measureSpace } from './space.ts'

const print: Print = (line) => void process.stdout.write(`${line}\n`)

/** `npm run bench -- NAME`; the last line of each is one JSON object with every figure. */
const benchmarks: Readonly<Record<string, (argument: string | undefined) => Promise<Figures>>> = {
  confirmations: async () => ({
    ...(await measureConfirmations(THOROUGH, print)),
    ...(await measureEmbedded(THOROUGH, print)),
  }),
  quick: async () => ({ ...(await measureConfirmations(QUICK, print)), ...(await measureEmbedded(QUICK, print)) }),
  embedded: () => measureEmbedded(THOROUGH, print),
  reading: () => measureReading(print),
  /** `npm run bench -- space 10000` confirms fewer. */
  space: (transactions = '50000') => measureSpace(Number(transactions), print),
  /** `npm run bench -- move 10000` has fewer transactions; a million take a quarter of an hour. */
  move: (transactions = '1000000') => measureMove(Number(transactions), print),
  processes: () => measureProcesses(print),
  networks: () => measureNetworks(print),
  /** `npm run bench -- lists 0.01` has a hundredth of the network. */
  lists: async (share = '1') => {
    const { figures, isGood } = await measureLists(Number(share), print)
    process.exitCode = isGood ? 0 : 1
    return figures
  },
}

const [name = 'confirmations', argument] = process.argv.slice(2)
const benchmark = benchmarks[name]
if (!benchmark) throw new Error(`there is no benchmark "${name}", only ${Object.keys(benchmarks).join(', ')}`)
print(JSON.stringify(await benchmark(argument)))
