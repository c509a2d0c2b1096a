import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureImage } from '../src/platform/db/database-image.ts'
import { openEmbedded } from '../src/platform/db/pglite.ts'
import { prepareTemplate } from './template.ts'

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-template-'))
  const db = await openEmbedded({ directory: null, readDump: () => ensureImage() })
  await prepareTemplate(db)
  const dump = join(folder, 'template.tar')
  await writeFile(dump, Buffer.from(await (await db.dump()).arrayBuffer()))
  await db.close()
  project.provide('template', { engine: 'pglite', dump })
  return () => rm(folder, { recursive: true })
}
