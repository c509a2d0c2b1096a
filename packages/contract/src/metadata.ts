import * as z from 'zod/mini'
import { isPlain } from './fields.ts'

const MOST_ENTRIES = 10
const KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/

const isWellNamed = (entries: Readonly<Record<string, string>>) =>
  Object.keys(entries).length <= MOST_ENTRIES && Object.keys(entries).every((key) => KEY.test(key))

/** Texts that a partner keeps with a transaction and gets back with it everywhere. */
export const Metadata = z
  .record(
    z.string(),
    z.string('metadata_invalid').check(z.maxLength(200, 'metadata_invalid'), z.refine(isPlain, 'metadata_invalid')),
  )
  .check(z.refine(isWellNamed, 'metadata_invalid'))
