import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startMailInbox } from '@cashbox/sandbox'
import { createAuthority } from '@cashbox/testing/certificates'
import { readCommandLine } from '@cashbox/testing/command-line'
import { hashFor } from '../demo/sandbox.ts'
import { makeFirstPayment } from './first-payment.ts'
import { bootMachine, type Machine } from './machine.ts'

const AGENTS = 'agents.first-day.example'
const CONSOLE = 'console.first-day.example'
const ADMINS = ['first@first-day.example', 'second@first-day.example'] as const
const AIM_S = 300
/** Only because no one else trusts the certificate of this run. */
const TRUST = { NODE_EXTRA_CA_CERTS: '/root/authority.pem' }

const USAGE = `npm run try:debian
  From a bare Debian to a first payment, by the steps of docs/operations/installing.md.
  Needs root, the packages mmdebstrap and systemd-container, and the ports 80, 443, 4001, 4002, 4101, 4102 and 5432.`
readCommandLine(USAGE, {})

const folder = mkdtempSync(join(tmpdir(), 'cashbox-bare-'))
nameHosts()
const tarBall = makeRelease()
print('Making a bare Debian …')
const machine = await bootMachine(join(folder, 'debian'))
const inbox = await startMailInbox({ directory: join(folder, 'mail') })
const started = performance.now()
let last = started
try {
  await install(machine)
  await machine.run(['cashbox', 'doctor'], { env: TRUST })
  step('installed, and ready behind TLS')
  const admin = ['cashbox', 'operator', 'create', '--role', 'admin']
  for (const [index, email] of ADMINS.entries())
    await machine.run([...admin, '--name', `Admin ${index + 1}`, '--email', email])
  await machine.run(['cashbox', 'partner', 'create', 'lucky-star', 'Lucky Star'])
  const printed = await machine.run(['cashbox', 'partner', 'add-key', 'lucky-star'])
  step('two admins and a partner are made')
  const balance = await makeFirstPayment({
    agentsUrl: `https://${AGENTS}`,
    consoleUrl: `https://${CONSOLE}`,
    adminEmail: ADMINS[0],
    partnerKey: { key: lineOf('key', printed), secret: lineOf('secret', printed) },
    hashFor: (email) => hashFor(email, async () => (await inbox.list({ to: [email] })).flatMap(({ links }) => links)),
    step,
  })
  step(`the first payment is confirmed: ${balance}`)
  await machine.run(['cashbox', 'verify'], { show: true })
  await machine.run(['systemctl', 'start', 'cashbox-verify.service'])
  step('the books hold')
  const seconds = Math.round((performance.now() - started) / 1000)
  print(JSON.stringify({ seconds, aim: AIM_S }))
  if (seconds > AIM_S) process.exitCode = 1
} finally {
  await inbox.close()
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Names of this run alone: in a separate mount namespace, /etc/hosts is another file. */
function nameHosts() {
  if (process.env['CASHBOX_BARE'] !== 'inside') {
    const { status } = spawnSync('unshare', ['--mount', process.execPath, ...process.argv.slice(1)], {
      stdio: 'inherit',
      env: { ...process.env, CASHBOX_BARE: 'inside' },
    })
    rmSync(folder, { recursive: true, force: true })
    process.exit(status ?? 1)
  }
  const hosts = join(folder, 'hosts')
  writeFileSync(hosts, `${readFileSync('/etc/hosts', 'utf8')}\n127.0.0.1 ${AGENTS} ${CONSOLE}\n`)
  if (spawnSync('mount', ['--bind', hosts, '/etc/hosts']).status !== 0) throw new Error('this needs root')
}

function makeRelease(): string {
  const target = join(folder, 'release')
  const made = spawnSync(process.execPath, ['scripts/release.ts', target], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`no release: ${made.stderr}`)
  const name = `cashbox-trial-${process.platform}-${process.arch}`
  const file = join(folder, `${name}.tar.gz`)
  spawnSync('tar', ['-czf', file, '-C', folder, '--transform', `s/^release/${name}/`, 'release'])
  return file
}

/** What one does by hand: bring the tar ball and a certificate, unpack, and run the one script. */
async function install({ folder: root, run }: Machine) {
  const authority = await createAuthority('First day', 90)
  const { certificate, key } = await authority.issue(AGENTS, { hosts: [AGENTS, CONSOLE] })
  setDefaultCACertificates([...getCACertificates('default'), authority.root])
  copyFileSync(tarBall, join(root, 'root', basename(tarBall)))
  writeFileSync(join(root, 'root/certificate.pem'), certificate)
  writeFileSync(join(root, 'root/key.pem'), key)
  writeFileSync(join(root, 'root/authority.pem'), authority.root)
  appendFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${AGENTS} ${CONSOLE}\n`)

  await run(['tar', '-xzf', `/root/${basename(tarBall)}`, '-C', '/opt'])
  step('unpacked')
  const script = `/opt/${basename(tarBall, '.tar.gz')}/deploy/install.sh`
  const names = ['--agents', AGENTS, '--console', CONSOLE]
  const certified = ['--certificate', '/root/certificate.pem', '--key', '/root/key.pem']
  const mail = ['--smtp', inbox.smtpUrl, '--mail-from', 'Cashbox <no-reply@first-day.example>']
  await run([script, ...names, ...certified, ...mail], {
    show: true,
    env: { NODE_EXTRA_CA_CERTS: '/root/authority.pem' },
  })
}

function lineOf(name: string, printed: string): string {
  const value = new RegExp(`^${name}: +(\\S+)$`, 'm').exec(printed)?.[1]
  if (!value) throw new Error(`no ${name} in: ${printed}`)
  return value
}

function step(name: string) {
  const now = performance.now()
  print(`${((now - last) / 1000).toFixed(1).padStart(6)} s  ${name}`)
  last = now
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
