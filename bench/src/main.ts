import { endWithUsage, readCommandLine } from '@cashbox/testing/command-line'
import { finish } from './common/report.ts'
import { measureConfirmations, QUICK, THOROUGH } from './confirmations.ts'
import { measureLists } from './lists/measure-lists.ts'

const USAGE = `npm run bench -- [confirmations | quick | lists [SHARE]]
  confirmations  confirmations a second beside TPC-B, thoroughly; without a name this one
  quick          the same in short rounds
  lists          every list and chart of operators; SHARE is the part of 5,000,000 transactions, such as 0.1
The last line is one JSON object with every figure.`

const [name = 'confirmations', share = '1'] = readCommandLine(USAGE, { allowPositionals: true }).positionals

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  confirmations: async () => finish(await measureConfirmations(THOROUGH)),
  quick: async () => finish(await measureConfirmations(QUICK)),
  async lists() {
    const { figures, problems } = await measureLists(Number(share))
    finish(figures, problems)
  },
}

const benchmark = benchmarks[name]
if (!benchmark || !(Number(share) > 0)) endWithUsage(USAGE)
await benchmark()
