import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const WORTH_IT = /\.(js|css|html|svg|json|wasm|webmanifest)$/
const LEAST_BYTES = 1024

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Writes a .gz and a .br beside each file, so that the server spends nothing on it. */
export function precompress(): Plugin {
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
