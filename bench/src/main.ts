import { finish } from './common/report.ts'
import { measureConfirmations, QUICK, THOROUGH } from './confirmations.ts'
import { measureLists } from './lists/measure-lists.ts'

const [name = 'confirmations', share = '1'] = process.argv.slice(2)

/** `npm run bench -- NAME`; the last line of each is one JSON object with every figure. */
const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  confirmations: async () => finish(await measureConfirmations(THOROUGH)),
  quick: async () => finish(await measureConfirmations(QUICK)),
  /** `npm run bench -- lists 0.01` has a hundredth of the network. */
  async lists() {
    const { figures, problems } = await measureLists(Number(share))
    finish(figures, problems)
  },
}

const benchmark = benchmarks[name]
if (!benchmark) throw new Error(`there is no benchmark "${name}", only ${Object.keys(benchmarks).join(', ')}`)
await benchmark()
