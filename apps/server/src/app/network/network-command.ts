import type { Config } from '../../platform/config.ts'
import { NotUnderstood } from '../commands/help.ts'
import { moveCommand } from './move-command.ts'

/** Networks as a whole. */
export async function networkCommand(
  config: Config,
  [action, ...args]: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  if (action === 'move') return moveCommand(config, args, print)
  throw new NotUnderstood('network')
}
