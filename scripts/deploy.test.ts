import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const has = (command: string) => spawnSync('which', [command]).status === 0

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
  expect(ours.map(([name]) => name)).toEqual(['serve-one', 'serve-two', 'work'])
  expect(services['work']).toMatchObject({ command: ['work'], deploy: { replicas: 2 } })
  for (const [, service] of ours) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  }
  for (const { image, restart } of Object.values(services)) {
    expect(restart).toBe('unless-stopped')
    expect(image).not.toMatch(/:latest$/)
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

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0

test.skipIf(!hasCompose)('Docker understands compose.yaml', () => {
  const env = { ...process.env, AGENTS_HOST: 'a', CONSOLE_HOST: 'c', DATABASE_PASSWORD: 'p', GRAFANA_PASSWORD: 'g' }
  const { status, stderr } = spawnSync('docker', ['compose', 'config', '--no-env-resolution', '--quiet'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})

test.skipIf(!has('systemd-analyze'))('systemd understands the units', () => {
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
