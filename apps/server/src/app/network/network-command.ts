import type { Config } from '../../platform/config.ts'
import { NotUnderstood } from '../commands/help.ts'
import { createNetwork } from './create-network.ts'
import { listNetworks } from './list-networks.ts'
import { moveCommand } from './move-command.ts'
import { removeNetwork } from './remove-network.ts'

export async function networkCommand(
  config: Config,
  [action, ...args]: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  if (action === 'create') return createNetwork(config, args, print)
  if (action === 'list' && args.length === 0) return listNetworks(config, print)
  if (action === 'remove') return removeNetwork(config, args, print)
  if (action === 'move') return moveCommand(config, args, print)
  throw new NotUnderstood('network')
}
