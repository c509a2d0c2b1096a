import { mkdtempSync, cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../../../apps/server/test/server-process.ts'
import { visitPage, judgeVisit } from './audit.ts'
const folder = mkdtempSync(join(tmpdir(), 'zz-'))
const open = await startProcess({ CASHBOX_DATA_DIR: folder })
const response = await fetch(`${open.url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'approved@cashbox.test', password: 'Cashbox1!' }) })
const token = (await response.json() as any).payload.token
const address = open.url.replace('127.0.0.1', 'localhost')
for (let i = 0; i < Number(process.argv[2] ?? 2); i++) {
  const v = await visitPage({ address, path: '/dashboard', token })
  cpSync(v.folder, `/work/scratch/lh-${process.argv[3] ?? 'x'}-${i}`, { recursive: true })
  console.log(v.benchmarkIndex, JSON.stringify((await judgeVisit(v, 4)).figures))
}
await open.kill('SIGTERM')
