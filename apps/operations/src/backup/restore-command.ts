import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Config } from '@cashbox/server/platform/config'
import { flag, NotUnderstood, type Print, readArguments, text, UsageError } from '../command-line/help.ts'
import { readEncrypted, readIdentity } from './age-file.ts'
import { explain, readName } from './backup-command.ts'

/** Restores a back-up into an empty database or folder. `verify` comes next, before anything is started. */
export async function restoreCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const options = { identity: { ...text, short: 'i' }, yes: flag }
  const { values, positionals } = readArguments('restore', args, options, 1)
  const [path = ''] = positionals
  if (values.identity === undefined) throw new NotUnderstood('restore')
  try {
    const identity = await readIdentity(values.identity)
    // Before anything is written, so that nothing is begun with a file that is damaged or cut off.
    for await (const _ of readEncrypted(path, identity));
    const target = await openTarget(path, config)
    if (!values.yes && !(await confirm(target.name))) throw new UsageError('Nothing was restored.')
    await target.load(readEncrypted(path, identity))
    print(`Restored into ${target.name}.`)
  } catch (error) {
    throw explain(error)
  }
}

async function openTarget(path: string, config: Config) {
  const network = readName(basename(path))?.network ?? config.network
  if (network !== config.network)
    throw new UsageError(`This is a back-up of the network ${network}: set CASHBOX_NETWORK=${network}.`)
  if (path.endsWith('.dump.age')) return (await import('./postgres-source.ts')).openPostgresTarget(config)
  if (path.endsWith('.tar.age')) return (await import('./embedded-source.ts')).openEmbeddedTarget(config)
  throw new UsageError('The name of a back-up ends in .dump.age (PostgreSQL) or .tar.age (embedded database).')
}

async function confirm(target: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Say --yes to restore without being asked.')
  const line = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await line.question(`Restore into ${target}? Type yes: `).finally(() => line.close())
  return answer.trim() === 'yes'
}
