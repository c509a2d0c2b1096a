import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Notes } from '@cashbox/contract/openapi'

/** The comments above the fields of exported schemas and calls, as `Owner.field`: what an engineer reads is what a caller reads. */
export function commentsOf(source: string): Notes {
  const notes: Record<string, string> = {}
  let owner: string | null = null
  let comment: string[] | null = null
  for (const line of source.split('\n')) {
    const [, exported, name = ''] = /^(export )?const (\w+)/.exec(line) ?? []
    if (name !== '') owner = exported ? name : null
    const [, opening] = /^\s+\/\*\*(.*)$/.exec(line) ?? []
    const [, field] = /^\s+(\w+): /.exec(line) ?? []
    if (opening !== undefined) comment = [opening]
    else if (comment && /^\s+\*/.test(line)) comment.push(line.replace(/^\s+\*/, ''))
    else {
      if (comment && owner && field) notes[`${owner}.${field}`] ??= textOf(comment)
      comment = null
    }
  }
  return notes
}

const textOf = (lines: readonly string[]) =>
  lines
    .join(' ')
    .replace(/\*?\/$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export function readComments(pattern: string): Notes {
  const folder = dirname(fileURLToPath(import.meta.resolve('@cashbox/contract')))
  const files = globSync(pattern, { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  if (files.length === 0) throw new Error(`the contract has no files ${pattern}`)
  return Object.assign({}, ...files.map((file) => commentsOf(readFileSync(join(folder, file), 'utf8')))) as Notes
}
