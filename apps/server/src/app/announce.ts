import { sandboxAddresses } from '../sandbox/sandbox-pages.ts'
import { operatorAccounts, sandboxAccounts } from '../sandbox/seed-sandbox.ts'

export function announcement(url: string, database: string): string {
  const width = Math.max(...[...sandboxAccounts, ...operatorAccounts].map(({ email }) => email.length))
  const addresses = [{ path: '/api', what: 'Agent API' }, ...sandboxAddresses]
  const longest = Math.max(...addresses.map(({ path }) => path.length))
  return [
    '',
    `Cashbox sandbox is running at ${url}`,
    `  ${database}`,
    '',
    ...addresses.map(({ path, what }) => `  ${`${url}${path}`.padEnd(url.length + longest)}  ${what}`),
    '',
    `  Agent accounts (password ${sandboxAccounts[0]?.password})`,
    ...sandboxAccounts.map(({ email, what }) => `  ${email.padEnd(width)}  ${what}`),
    '',
    '  Operator accounts (same password), log in at /console/',
    ...operatorAccounts.map(({ email, what }) => `  ${email.padEnd(width)}  ${what}`),
    '',
    '  Create a transaction to confirm:',
    `  curl -X POST ${url}/sandbox/player-service/transactions -H 'content-type: application/json' \\`,
    `    -d '{"type":"deposit","amount":"25000.00","player_id":"48210001"}'`,
    '',
    '',
  ].join('\n')
}
