import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInstalledPostgres, startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { runs, testWith } from '@cashbox/testing/programs'
import { runCommand } from '@cashbox/testing/server-process'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Service {
  readonly image: string
  readonly restart: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly configs?: readonly { readonly source: string }[]
  readonly [name: string]: unknown
}

const compose = () =>
  parse(read('compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>
    readonly volumes: Readonly<Record<string, unknown>>
    readonly configs: Readonly<Record<string, unknown>>
  }

test('the image is made in two stages, from named versions, and runs the release as a user without rights', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const all = (word: string) => lines.filter((line) => line.startsWith(`${word} `))
  expect(all('FROM')).toHaveLength(2)
  for (const line of all('FROM')) expect(line).toMatch(/^FROM [a-z]+:(?!latest)[\w.-]+( AS \w+)?$/)
  expect(all('ADD')).toEqual([])
  expect(all('RUN').join('\n')).toContain('npm run release -- /cashbox')
  expect(all('COPY').at(-1)).toBe('COPY --from=build /cashbox /cashbox')
  expect(all('USER')).toEqual(['USER 10001'])
  expect(all('HEALTHCHECK').join()).toContain('/readyz')
  expect(all('ENTRYPOINT')).toEqual(['ENTRYPOINT ["/cashbox/bin/cashbox"]'])
})

test('compose.yaml starts two of each process, which can write nothing and get no rights', () => {
  const { services } = compose()
  const ours = Object.entries(services).filter(([, { image }]) => image === 'cashbox')
  const first = ours.filter(([, { profiles }]) => profiles === undefined)
  expect(first.map(([name]) => name)).toEqual(['migrate', 'serve-one', 'serve-two', 'work', 'backup'])
  expect(services['work']).toMatchObject({ command: ['work'], deploy: { replicas: 2 } })
  for (const [, service] of ours) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  }
  for (const [name, { image, restart, logging }] of Object.entries(services)) {
    expect([name, restart]).toEqual([name, name.startsWith('migrate') ? 'on-failure' : 'unless-stopped'])
    expect([name, logging]).toEqual([name, { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } }])
    expect(image).not.toMatch(/:latest$/)
  }
})

test('a second network starts only where it is asked for, with its own settings and schema', () => {
  const { services } = compose()
  const second = Object.entries(services).filter(([, { profiles }]) => profiles !== undefined)
  expect(second.map(([name]) => name)).toEqual(['second', 'migrate-second'])
  for (const [, service] of second) {
    expect(service).toMatchObject({
      profiles: ['second'],
      env_file: [{ path: 'second.env', required: false }],
      environment: { CASHBOX_NETWORK: 'second', CASHBOX_PUBLIC_URL: 'https://${SECOND_AGENTS_HOST:-}' },
    })
  }
  const unit = read('deploy/systemd/cashbox-network@.service')
  expect(unit.match(/^EnvironmentFile=.*$/gm)).toEqual(['EnvironmentFile=/etc/cashbox/%i.env'])
  expect(read('deploy/systemd/cashbox-.service.d/limits.conf')).not.toContain('EnvironmentFile')
  for (const name of ['serve@', 'work@', 'verify', 'backup'])
    expect(read(`deploy/systemd/cashbox-${name}.service`)).toContain('EnvironmentFile=/etc/cashbox/env\n')
})

test('compose.yaml makes back-ups with the pg_dump of its PostgreSQL, and says what .env has to hold', () => {
  const { services } = compose()
  const [, version] = /^postgres:(\d+)$/.exec(services['database']?.image ?? '') ?? []
  expect(read('Dockerfile')).toContain(`postgresql-client-${version} `)
  const names = [...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !read('docs/operations/installing.md').includes(`\`${name}\``))).toEqual([])
})

const programs = findInstalledPostgres() ?? ''

testWith('an installed PostgreSQL', programs !== '')(
  'in the database of compose.yaml a role without rights serves, and the owner migrates and makes back-ups',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cashbox-compose-'))
    chmodSync(folder, 0o777)
    const postgres = await startPostgres({ fsync: false, programs, settings: { unix_socket_directories: folder } })
    onTestFinished(async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true })
    })
    const passwords = { OWNER_PASSWORD: 'owner1', DATABASE_PASSWORD: 'server1' }
    const { services, configs } = compose()
    const { content } = configs['roles'] as { content: string }
    const env = {
      ...passwords,
      PATH: `${programs}:${process.env['PATH']}`,
      PGHOST: folder,
      PGPORT: String(postgres.port),
    }
    const create = `createdb --username postgres cashbox\n${content.replaceAll('$$', '$')}`
    expect(spawnSync('sh', ['-e'], { input: create, env, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })

    const settings = Object.entries({ ...services['backup']?.environment, CASHBOX_MODE: 'sandbox' }).map(
      ([name, value]) => [
        name,
        value
          .replace(/\$\{(\w+):\?\}/g, (_, variable: keyof typeof passwords) => passwords[variable] ?? 'x.example.com')
          .replace('@localhost/', `@localhost:${postgres.port}/`)
          .replace('/var/run/postgresql', folder)
          .replace('/backups', join(folder, 'backups')),
      ],
    )
    const used: Record<string, string> = {
      ...(Object.fromEntries(settings) as Record<string, string>),
      CASHBOX_SECRET: 'a secret of thirty-two characters',
      CASHBOX_BACKUP_RECIPIENT: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
      CASHBOX_POSTGRES_BIN: programs,
    }
    expect(await runCommand('migrate', used)).toMatchObject({
      code: 0,
      output: expect.stringContaining('The role cashbox has its rights.'),
    })
    expect(await runCommand('backup', used)).toMatchObject({ code: 0, output: expect.stringContaining('rules hold') })
    const asServer = (statement: string) =>
      spawnSync('psql', ['-qAt', '-d', used['DATABASE_URL'] ?? '', '-c', statement], { env, encoding: 'utf8' })
    expect(asServer('select rolsuper from pg_roles where rolname = current_user').stdout).toBe('f\n')
    expect(asServer('drop table movement').stderr).toContain('must be owner')
  },
  300_000,
)

test('HAProxy does not take a process out for one slow answer, and passes a lost connection on', () => {
  const sample = read('deploy/haproxy.cfg')
  const [, inter, fall] = /inter (\d+)s fall (\d+)/.exec(sample) ?? []
  expect(Number(fall)).toBeGreaterThan(1)
  // In production a process goes on serving for five seconds after it said that it is not ready.
  expect(Number(inter) * Number(fall)).toBeLessThan(5)
  expect(sample).toMatch(/timeout check [5-9]s/)
  expect(sample).toContain('option redispatch 1')
})

testWith('haproxy', runs('haproxy', '-v'))('HAProxy understands its sample', () => {
  expect(spawnSync('haproxy', ['-c', '-f', join(ROOT, 'deploy/haproxy.cfg')]).status).toBe(0)
})

/** Runs deploy/restart.sh where systemd only notes what it is asked for. */
async function restart(answer: (path: string, token: string) => number) {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-restart-'))
  const server = createServer(({ url = '', headers }, response) => {
    response.writeHead(answer(url, headers.authorization ?? '')).end('cashbox_confirmations_total 1')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  writeFileSync(join(folder, 'env'), 'MAIL_FROM="Cashbox <a@example.com>"\nCASHBOX_METRICS_TOKEN=this-installation\n')
  for (const name of ['systemctl', 'journalctl'])
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> ${folder}/calls\n`, { mode: 0o755 })
  const units = ['cashbox-serve', 'cashbox-work'].map((name) => `${name}@${port}`)
  const child = spawn('sh', [join(ROOT, 'deploy/restart.sh'), ...units], {
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      CASHBOX_NODE: process.execPath,
      CASHBOX_SETTINGS: join(folder, 'env'),
      CASHBOX_READY_SECONDS: '1',
    },
  })
  let printed = ''
  child.stderr.on('data', (part: Buffer) => void (printed += part.toString()))
  const [code] = (await once(child, 'close')) as [number]
  server.close()
  const calls = readFileSync(join(folder, 'calls'), 'utf8').replaceAll(String(port), 'PORT').trim().split('\n')
  rmSync(folder, { recursive: true })
  return { code, printed, restarts: calls.filter((call) => call.includes(' restart ')) }
}

test('processes are restarted one after the other, and only a process with these settings counts as ready', async () => {
  const isOurs = (token: string) => token === 'Bearer this-installation'
  const ours = await restart((path, token) => (path === '/readyz' || isOurs(token) ? 200 : 401))
  expect(ours).toMatchObject({
    code: 0,
    restarts: ['systemctl restart cashbox-serve@PORT', 'systemctl restart cashbox-work@PORT'],
  })
  for (const stranger of [() => 200, (path: string) => (path === '/readyz' ? 200 : 401)]) {
    const { code, printed, restarts } = await restart(stranger)
    expect([code, printed, restarts.length]).toEqual([1, expect.stringContaining('another program has port'), 1])
  }
})

test('compose.yaml names only settings, files, volumes and configurations that there are', () => {
  const { services, volumes, configs } = compose()
  const known = read('.env.example')
  for (const [name, { environment = {}, volumes: mounts = [], configs: used = [], image }] of Object.entries(
    services,
  )) {
    if (image === 'cashbox') for (const setting of Object.keys(environment)) expect(known).toContain(`${setting}=`)
    for (const mount of mounts) {
      const [from = ''] = mount.split(':')
      expect([name, from, from.startsWith('./') ? existsSync(join(ROOT, from)) : from in volumes]).toEqual([
        name,
        from,
        true,
      ])
    }
    for (const { source } of used) expect(configs).toHaveProperty(source)
  }
})

testWith('docker compose', runs('docker', 'compose', 'version'))('Docker understands compose.yaml', () => {
  const names = [...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name)
  const env = { ...process.env, ...Object.fromEntries(names.map((name) => [name, 'x'])) }
  const { status, stderr } = spawnSync('docker', ['compose', 'config', '--no-env-resolution', '--quiet'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})

testWith('systemd-analyze', runs('systemd-analyze', '--version'))('systemd understands the units', () => {
  const folder = join(ROOT, 'deploy/systemd')
  const units = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))
  expect(units.length).toBeGreaterThan(3)
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => join(folder, unit))], {
    encoding: 'utf8',
    // Where systemd looks for what belongs to a unit, such as the limits of all of ours.
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
  })
  const notInstalledHere = /Command \/opt\/cashbox\/bin\/cashbox is not executable/
  expect(stderr.split('\n').filter((line) => line !== '' && !notInstalledHere.test(line))).toEqual([])
})

test('the script that installs names only settings, units and files that there are, and is plain shell', () => {
  const script = read('deploy/install.sh')
  expect(spawnSync('sh', ['-n', join(ROOT, 'deploy/install.sh')]).status).toBe(0)
  const settings = /<<SETTINGS\n([^]*?)\nSETTINGS/.exec(script)?.[1] ?? ''
  const names = [...settings.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names).toContain('CASHBOX_SECRET')
  for (const name of names) expect(read('.env.example')).toContain(`${name}=`)
  const units = [...script.matchAll(/cashbox-\w+(@|\.timer)/g)].map(([unit]) => unit.replace('@', '@.service'))
  expect(units.length).toBeGreaterThan(0)
  for (const unit of units) expect([unit, existsSync(join(ROOT, 'deploy/systemd', unit))]).toEqual([unit, true])
  for (const [, file = ''] of script.matchAll(/\$release\/deploy\/([\w.-]+)/g)) {
    expect([file, existsSync(join(ROOT, 'deploy', file))]).toEqual([file, true])
  }
})

test('without what it needs to know, the script that installs says so and changes nothing', () => {
  const { status, stderr } = spawnSync('sh', [join(ROOT, 'deploy/install.sh'), '--agents'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, '--agents needs a value\n'])
  const unknown = spawnSync('sh', [join(ROOT, 'deploy/install.sh'), '--help'], { encoding: 'utf8' })
  expect([unknown.status, unknown.stdout]).toEqual([2, expect.stringContaining('--certificate fullchain.pem')])
})

test('the documentation installs with the options that the script has', () => {
  const script = read('deploy/install.sh')
  const known = [...script.matchAll(/^ {4}(--[a-z-]+)\)/gm)].map(([, option]) => option)
  const shown = /deploy\/install\.sh \\\n([^]*?)\n(?=cashbox)/.exec(read('docs/operations/installing.md'))?.[1] ?? ''
  expect([...shown.matchAll(/--[a-z-]+/g)].map(([option]) => option)).toEqual(known)
})
