import { writeFileSync } from 'node:fs'
import { findEngines, findMissing, LOCK_FILE, readLock } from './lock.ts'

const SYSTEMS = new Set([
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
])
const PROCESSORS = new Set([
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
])
const LIBRARIES = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' } as const

/** The machines that a package such as "@rollup/rollup-linux-arm64-musl" is for, as its own manifest would say. */
function platformOf(name: string) {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => SYSTEMS.has(word))
  const cpu = words.filter((word) => PROCESSORS.has(word))
  if (cpu.length !== 1) throw new Error(`${name} does not say which machines it is for: add it to the lock by hand`)
  const libc = words.flatMap((word) => (word in LIBRARIES ? [LIBRARIES[word as keyof typeof LIBRARIES]] : []))
  return { os, cpu, libc: os.includes('linux') ? libc : [] }
}

const lock = readLock()
const packages = { ...lock.packages }
for (const path of findEngines(lock)) {
  const { engines: _, ...rest } = packages[path] ?? {}
  packages[path] = rest
}
const missing = findMissing(lock)
for (const { name, version, askedBy } of missing) {
  const { os, cpu, libc } = platformOf(name)
  packages[`node_modules/${name}`] = {
    version,
    cpu,
    ...(askedBy.dev ? { dev: true } : {}),
    ...(askedBy.devOptional ? { devOptional: true } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  }
}
const sorted = Object.fromEntries(Object.entries(packages).toSorted(([one], [other]) => one.localeCompare(other, 'en')))
writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)
process.stdout.write(`${missing.length} packages added to the lock\n`)
