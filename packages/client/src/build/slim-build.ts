import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** What keeps both apps light: libraries that they can do without, and a contract without its schemas. */
export const slimBuild = (): Plugin[] => [
  {
    name: 'slim-build',
    config: () => ({
      resolve: {
        alias: {
          // Messages are compiled before they are shown, so the parser is not needed for showing them.
          'use-intl/format-message': 'use-intl/format-message/format-only',
        },
      },
    }),
  },
  slimContract(),
  precompress(),
]

const CONTRACT = /\/packages\/contract\/src\/[^?]+\.ts$/
const ZOD = 'zod/mini'
const NO_SCHEMAS = `import { z } from ${JSON.stringify(join(import.meta.dirname, 'no-schemas.ts'))}`

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Removes from the contract what only the server needs: method, path and roles of an endpoint stay, of zod nothing. */
const slimContract = (): Plugin => ({
  name: 'slim-contract',
  apply: 'build',
  transform(code, id) {
    if (!CONTRACT.test(id)) return null
    const edits = new Map<number, Edit>()
    collectEdits(this.parse(code) as unknown as Node, code, edits)
    // From the end, so that what comes before keeps its place.
    const inOrder = [...edits.values()].toSorted((one, other) => other.start - one.start)
    const slim = inOrder.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
    return { code: slim, map: null }
  },
})

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Looks at what runs when the module is loaded, and not into functions. */
function collectEdits(node: Node, code: string, edits: Map<number, Edit>): void {
  if (node.type === 'ArrowFunctionExpression' || node.type.startsWith('Function')) return
  if (node.type === 'ImportDeclaration' && isNode(node['source']) && node['source']['value'] === ZOD) {
    return void edits.set(node.start, { start: node.start, end: node.end, text: NO_SCHEMAS })
  }
  if (node.type === 'CallExpression') {
    const { start, end } = node
    const callee = isNode(node['callee']) ? node['callee']['name'] : null
    if (callee === 'endpoint' || callee === 'operatorCall') {
      return void edits.set(start, { start, end, text: bareEndpoint(node, code, callee === 'operatorCall') })
    }
    // One mark covers a whole chain of calls.
    edits.set(start, { start, end: start, text: '/* @__PURE__ */ ' })
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) collectEdits(child, code, edits)
}

/** All that an app reads of an endpoint. */
function bareEndpoint({ arguments: args }: Node, code: string, hasRoles: boolean): string {
  const [line, who] = args as readonly [Node & { value: string }, Node]
  const [method, path] = line.value.split(' ')
  const roles = hasRoles ? `, roles: ${code.slice(who.start, who.end)}` : ''
  return `{ method: '${method}', path: '${path}'${roles} }`
}

const WORTH_IT = /\.(js|css|html|svg|json|wasm|webmanifest)$/
const LEAST_BYTES = 1024

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Writes a .gz and a .br beside each file, so that the server spends nothing on it. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const names = await readdir(folder, { recursive: true })
        await Promise.all(names.filter((name) => WORTH_IT.test(name)).map((name) => compress(join(folder, name))))
      },
    },
  }
}

async function compress(path: string) {
  const bytes = await readFile(path)
  // The server rewrites these two as it serves them.
  if (bytes.length < LEAST_BYTES || /(index\.html|sw\.js)$/.test(path)) return
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all([
    toGzip(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
    toBrotli(bytes, brotli).then((small) => writeFile(`${path}.br`, small)),
  ])
}
