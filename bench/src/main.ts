import { benchConfirmations, type Effort, QUICK, THOROUGH } from './bench-confirmations.ts'
import { benchEmbedded } from './bench-embedded.ts'
import { benchMove } from './bench-move.ts'
import { benchNetworks } from './bench-networks.ts'
import { benchProcesses } from './bench-processes.ts'
import { benchOpen, benchReading, benchStatement } from './bench-reading.ts'
import { benchSpace } from './bench-space.ts'
import { benchClient } from './http-load.ts'
import { benchLists } from './lists/bench-lists.ts'
import { withNetwork } from './network.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

type Figures = Record<string, number>

async function confirmations(effort: Effort): Promise<Figures> {
  const client = await benchClient(print)
  const onPostgres = await withNetwork((network) => benchConfirmations(network, effort, print))
  const embedded = await benchEmbedded(effort, print)
  return { ...onPostgres, ...embedded, ...client }
}

/** `npm run bench -- NAME`; the last line of each is one JSON object with every figure. */
const benchmarks: Readonly<Record<string, (argument: string | undefined) => Promise<Figures>>> = {
  confirmations: () => confirmations(THOROUGH),
  quick: () => confirmations(QUICK),
  embedded: () => benchEmbedded(THOROUGH, print),
  reading: () =>
    withNetwork(async (network) => ({
      ...(await benchOpen(network, print)),
      ...(await benchReading(network, print)),
      ...(await benchStatement(network, print)),
    })),
  /** `npm run bench -- space 10000` confirms fewer. */
  space: (transactions = '50000') => withNetwork((network) => benchSpace(network, Number(transactions), print)),
  /** `npm run bench -- move 10000` has fewer transactions; a million take a quarter of an hour. */
  move: (transactions = '1000000') => benchMove(Number(transactions), print),
  processes: () => benchProcesses(print),
  networks: () => benchNetworks(print),
  /** `npm run bench -- lists 0.01` has a hundredth of the network. */
  lists: async (share = '1') => {
    const { figures, isGood } = await benchLists({ share: Number(share), print })
    process.exitCode = isGood ? 0 : 1
    return figures
  },
}

const [name = 'confirmations', argument] = process.argv.slice(2)
const benchmark = benchmarks[name]
if (!benchmark) throw new Error(`there is no benchmark "${name}", only ${Object.keys(benchmarks).join(', ')}`)
print(JSON.stringify(await benchmark(argument)))
