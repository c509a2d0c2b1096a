import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import 'altcha/workers/pbkdf2'

/** What the worker of the bot check calls. Browsers offer it only to secure pages, so others compute it here. */
const subtle = {
  importKey: async (_format: string, password: Uint8Array) => password,
  deriveKey: async (
    { salt, iterations }: { salt: Uint8Array; iterations: number },
    password: Uint8Array,
    { length }: { length: number },
  ) => pbkdf2(sha256, password, salt, { c: iterations, dkLen: length / 8 }),
  exportKey: async (_format: string, key: Uint8Array) => key,
}

Object.defineProperty(crypto, 'subtle', { value: subtle })
