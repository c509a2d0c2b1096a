import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paper } from '@cashbox/contract/app-page'
import { expect, test } from 'vitest'

const sheets = ['packages/ui/src/styles.css', 'packages/sandbox/src/page/sandbox.css']

test.each(sheets)('%s has the same paper as the apps, by day and by night', async (sheet) => {
  const css = await readFile(join(import.meta.dirname, '..', sheet), 'utf8')
  expect([...css.matchAll(/--paper: ([^;]*);/g)].map(([, color]) => color)).toEqual([paper.light, paper.dark])
})
