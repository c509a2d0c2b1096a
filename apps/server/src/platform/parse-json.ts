import type * as z from 'zod/mini'

/** Null when the text is not JSON, or JSON of another form. */
export function parseJson<Value>(schema: z.ZodMiniType<Value>, text: string): Value | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
