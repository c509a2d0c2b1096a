import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly engines?: unknown
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export const LOCK_FILE = join(import.meta.dirname, '../package-lock.json')

export const readLock = () => JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as Lock

/** Where Node would find a package that another one asks for, or null. */
function findLocked({ packages }: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return null
  }
}

/** Packages for other machines that npm left out because its registry did not have them; `npm ci` misses them. */
export const findMissing = (lock: Lock): string[] =>
  Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => findLocked(lock, path, name) === null)
      .map(([name, version]) => `${name}@${version}`),
  )

/** Packages that npm would install whatever is in them. A bundled package is covered by the hash of the one around it. */
export const findUnhashed = ({ packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([path, { integrity, link, inBundle }]) =>
    path.includes('node_modules/') && !link && !inBundle && !integrity ? [path] : [],
  )

/** npm compares them with the Node it runs on itself, but the packages run on the Node that is locked with them. */
export const findEngines = ({ packages }: Lock): string[] =>
  Object.keys(packages).filter((path) => path.includes('node_modules/') && packages[path]?.engines !== undefined)
