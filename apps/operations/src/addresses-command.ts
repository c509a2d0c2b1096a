import type { Config } from '@cashbox/server/platform/config'
import { deriveTronAddress } from '@cashbox/server/rails/tron/tron-address'
import { NotUnderstood, type Print, readArguments, text } from './command-line/help.ts'

const COUNT = 10
const MOST = 1000

/** BIP-32 has no higher index that a public key can derive. */
const HIGHEST_INDEX = 2 ** 31 - 1

/** Prints addresses below the account key, so that they can be compared with a wallet before any money is sent there. */
export async function addressesCommand({ tron }: Pick<Config, 'tron'>, args: readonly string[], print: Print) {
  const { values } = readArguments('addresses', args, { from: text, count: text }, 0)
  const [from, count] = [Number(values.from ?? 0), Number(values.count ?? COUNT)]
  const isRange = Number.isInteger(from) && from >= 0 && Number.isInteger(count) && count >= 1 && count <= MOST
  if (!isRange || from + count - 1 > HIGHEST_INDEX) throw new NotUnderstood('addresses')
  print(
    `Paths begin at the account's key, as wallets show them for the account m/44'/195'/0'. TRON_XPUB is ${tron.xpub}`,
  )
  for (let index = from; index < from + count; index++) {
    print(`m/44'/195'/0'/0/${index}  ${deriveTronAddress(tron.xpub, index)}`)
  }
}
