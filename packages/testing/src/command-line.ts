import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Reads the command line of a script. Asked for help, or not understood, the script prints its usage and ends. */
export function readCommandLine<Config extends ParseArgsConfig>(usage: string, config: Config) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs<Config>(config)
  } catch {
    return endWithUsage(usage)
  }
}

export function endWithUsage(usage: string): never {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
