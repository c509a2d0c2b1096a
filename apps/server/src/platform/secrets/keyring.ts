import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** One of the server's own secrets, with the ID that stands before everything it has sealed. */
export interface SecretKey {
  readonly id: string
  readonly secret: string
}

/** The first seals; all of them open. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]]

/** Keeps secrets that the server needs again as they are, and hashes those that are too short for a plain hash. */
export interface Keyring {
  /** Hides a text from readers of the database, bound to its table and column, and its row. It opens nowhere else. */
  seal(text: string, binding: string): string
  open(sealed: string, binding: string): string
  /** The hash key outlives the secrets that seal it, so a hash stays right when they change. */
  hash(text: string): string
  /** A key for one purpose from each secret, the first one first; for signatures that live for minutes. */
  derive(purpose: string): readonly [string, ...string[]]
  /** The ID of the key that seals. */
  readonly sealingId: string
  /** Every ID that can be opened. */
  readonly knownIds: readonly string[]
}

/** At the end of values that are bound to their row. Older ones are not, until they are sealed anew. */
export const BOUND = '.b'

/** A sealed value that does not open: its key is not known, or it is not where it was sealed for. */
export class UnknownKeyError extends Error {
  /** Its table and column, and its row. */
  readonly binding: string
  constructor(problem: string, binding: string) {
    super(`${problem} (${binding})`)
    this.binding = binding
  }
}

const keyedHash = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** The ID of a secret that was given no name. It tells nothing about the secret. */
export const ownIdOf = (secret: string) =>
  `k${Buffer.from(hkdfSync('sha256', secret, '', 'cashbox key id', 6)).toString('hex')}`

export function createKeyring(keys: SecretKeys, hashKey: string): Keyring {
  const { seal, open, knownIds } = createSeals(keys)
  const [first, ...others] = keys
  return {
    seal,
    open,
    knownIds,
    sealingId: first.id,
    hash: (text) => keyedHash(hashKey, text),
    derive: (purpose) => [keyedHash(first.secret, purpose), ...others.map(({ secret }) => keyedHash(secret, purpose))],
  }
}

export function createSeals(keys: SecretKeys): Pick<Keyring, 'seal' | 'open' | 'knownIds'> {
  const ciphers = keys.map(({ id, secret }) => ({
    ids: [id, ownIdOf(secret)],
    key: Buffer.from(hkdfSync('sha256', secret, '', 'cashbox seal', 32)),
  }))
  const openWith = (key: Buffer, bytes: Buffer, binding: string | null) => {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    if (binding !== null) decipher.setAAD(Buffer.from(binding))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  }
  return {
    knownIds: [...new Set(ciphers.flatMap(({ ids }) => ids))],
    seal(text, binding) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', (ciphers[0] as { key: Buffer }).key, nonce)
      cipher.setAAD(Buffer.from(binding))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${keys[0].id}.${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')}${BOUND}`
    },
    open(sealed, binding) {
      const isBound = sealed.endsWith(BOUND)
      const plain = isBound ? sealed.slice(0, -BOUND.length) : sealed
      const end = plain.indexOf('.')
      const id = plain.slice(0, Math.max(0, end))
      const bytes = Buffer.from(plain.slice(end + 1), 'base64url')
      const isNamed = ({ ids }: { ids: readonly string[] }) => ids.includes(id)
      // Another process may know the same secret by another name, and old values have no ID: then any key may fit.
      for (const { key } of [...ciphers.filter(isNamed), ...ciphers.filter((cipher) => !isNamed(cipher))]) {
        try {
          return openWith(key, bytes, isBound ? binding : null)
        } catch {}
      }
      throw new UnknownKeyError(problemWith(id, ciphers.some(isNamed)), binding)
    },
  }
}

function problemWith(id: string, isKnown: boolean): string {
  if (isKnown)
    return `a value that is sealed with the key ${id} can't be opened: the secret of this key was changed, or the value is not in its row`
  return `a value is sealed with ${id === '' ? 'a secret that' : `the key ${id}, which`} is not in CASHBOX_SECRET`
}

/** 256 random bits, safe in a URL. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Tokens are random already, so a plain hash protects them from readers of the database. */
export const hashToken = (token: string) => hash('sha256', token, 'base64url')

/** Takes as long for any two texts. */
export const isSameSecret = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)))
