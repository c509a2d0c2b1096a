import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A value in a file, or in memory when there is no file. Amounts in a field `units` are bigints. */
export async function openJsonFile<State>(file: string | null, initial: () => State) {
  if (file !== null) await mkdir(dirname(file), { recursive: true })
  let state = (file === null ? null : await read<State>(file)) ?? initial()
  let last: Promise<void> = Promise.resolve()

  async function apply(step: (state: State) => State): Promise<void> {
    const next = step(state)
    if (file !== null) await write(file, next)
    state = next
  }

  return {
    state: () => state,
    /** One change after the other. No one sees a change before it is on disk. */
    change(step: (state: State) => State): Promise<void> {
      const done = last.then(() => apply(step))
      last = done.catch(() => {})
      return done
    },
  }
}

async function read<State>(file: string): Promise<State | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'), (key, value) =>
      key === 'units' && /^\d+$/.test(value) ? BigInt(value) : value,
    ) as State
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${file} can't be read; remove it to start again`, { cause: error })
  }
}

async function write(file: string, state: unknown): Promise<void> {
  const text = JSON.stringify(state, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  // Of this process: a second one on the same folder writes too.
  const written = `${file}.${process.pid}.tmp`
  await writeFile(written, text, { flush: true })
  await rename(written, file)
}
