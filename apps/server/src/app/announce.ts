import type { Config } from '../config.ts'
import { sandboxAddresses } from './sandbox-pages.ts'
import { operatorAccounts, sandboxAccounts } from './seed-sandbox.ts'

/** What a newcomer wants to know first. */
export function announcement(config: Config, url: string): string {
  const width = Math.max(...[...sandboxAccounts, ...operatorAccounts].map(({ email }) => email.length))
  const addresses = [{ path: '/api', what: 'The agent API' }, ...sandboxAddresses]
  const longest = Math.max(...addresses.map(({ path }) => path.length))
  return [
    '',
    `Cashbox sandbox is running at ${url}`,
    config.databaseUrl === null
      ? `  embedded database in ${config.dataDirectory}`
      : '  on the PostgreSQL of DATABASE_URL',
    '',
    ...addresses.map(({ path, what }) => `  ${`${url}${path}`.padEnd(url.length + longest)}  ${what}`),
    '',
    `  Agents, all with the password ${sandboxAccounts[0]?.password}`,
    ...sandboxAccounts.map(({ email, what }) => `  ${email.padEnd(width)}  ${what}`),
    '',
    '  Operators, with the same password, at /console/',
    ...operatorAccounts.map(({ email, what }) => `  ${email.padEnd(width)}  ${what}`),
    '',
    '  Something to confirm:',
    `  curl -X POST ${url}/sandbox/player-service/transactions -H 'content-type: application/json' \\`,
    `    -d '{"type":"deposit","amount":"25000.00","player_id":"48210001"}'`,
    '',
    '',
  ].join('\n')
}
